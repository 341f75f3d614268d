import { Injectable } from '@nestjs/common';
import type { UserCaller } from '../../../common/caller.js';
import { faultAt, type Fault } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import { SubagentStatus } from './agent.js';
import { AgentService } from './agent.service.js';

/** A code of an input and its place there. */
export interface SentCode {
  readonly path: string;
  readonly code: string | undefined;
  /** The code that the application carries there already: it remains valid whatever became of the agent (applications.27). */
  readonly stored?: string | undefined;
}

/** Codes of agents in applications: the subagent must be an approved one of the agent; brokers alone name other agents (applications.27). */
@Injectable()
export class AgentCodeService {
  constructor(private readonly agents: AgentService) {}

  async faultsOf({ environment, user }: UserCaller, subagent: SentCode, others: readonly SentCode[]): Promise<Fault[]> {
    const named = others.filter(isNew);
    if (!isNew(subagent) && named.length === 0) return [];
    const agent = await this.agents.find(environment, user.agentCode);
    const faults: Fault[] = [];
    const isApproved = agent?.subagents.some(({ code, status }) => code === subagent.code && status === SubagentStatus.APPROVED);
    if (isNew(subagent) && !isApproved) faults.push(faultAt(subagent.path, ErrorCode.UNKNOWN_CODE));
    for (const { path, code } of named) {
      if (agent?.type !== 'broker') faults.push({ path, code: ErrorCode.INVALID, text: BROKERS_ONLY });
      else if (!(await this.agents.find(environment, code ?? ''))) faults.push(faultAt(path, ErrorCode.UNKNOWN_CODE));
    }
    return faults;
  }
}

function isNew({ code, stored }: SentCode): boolean {
  return code !== undefined && code !== stored;
}

const BROKERS_ONLY: Text = { el: 'Το πεδίο επιτρέπεται μόνο σε μεσίτες.', en: 'The field is taken from brokers only.' };
