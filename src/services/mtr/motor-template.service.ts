import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { addDays, toLocalDate, type LocalDate } from '../../common/athens.js';
import type { UserCaller } from '../../common/caller.js';
import { createRandomPlate } from '../../common/plate.js';
import { AgentService } from '../../record/money/agents/agent.service.js';
import { buildRecord } from '../../record/core/applications/application.repository.js';
import type { MotorPerson, MotorQuestionnaire } from '../../record/reference/products/motor-questionnaire.js';
import { DATA_DIRECTORY } from '../../record/reference/lists/list-file.js';
import { MotorApplicationMapper } from './motor-application.mapper.js';
import { MotorCalculator } from './motor-calculator.js';
import type { MotorPersonResponse } from './motor-response.dto.js';
import type { MotorApplicationTemplateResponse, MotorTemplatePersonResponse } from './motor-template.dto.js';

const DAYS_AHEAD = 7;

const FILE = join(DATA_DIRECTORY, 'motor-template.json');
export const MOTOR_TEMPLATE = JSON.parse(readFileSync(FILE, 'utf8')) as {
  readonly quote: Omit<MotorQuestionnaire, 'policyStartDate' | 'plateNo' | 'client' | 'autonomousType' | 'swappableCovers'>;
  readonly application: Partial<MotorQuestionnaire>;
  readonly client: MotorPerson;
};

/** Starts in a week. A random plate allows several to be issued. */
export function createTemplateQuestionnaire(today: LocalDate) {
  const { quote, application, client } = MOTOR_TEMPLATE;
  const policyStartDate = addDays(today, DAYS_AHEAD);
  return { ...quote, ...application, policyStartDate, plateNo: createRandomPlate(), client, insured: client };
}

@Injectable()
export class MotorTemplateService {
  constructor(
    private readonly calculator: MotorCalculator,
    private readonly mapper: MotorApplicationMapper,
    private readonly agents: AgentService,
  ) {}

  async create(caller: UserCaller): Promise<MotorApplicationTemplateResponse> {
    const { environment, user } = caller;
    const agent = await this.agents.find(environment, user.agentCode);
    const questionnaire = {
      ...createTemplateQuestionnaire(toLocalDate(caller.at)),
      agentTitles: { agent: agent?.name },
    };
    const { status, fields } = this.calculator.calculate(caller, questionnaire, null);
    const { plateNo } = questionnaire;
    const numbers = { id: 0, applicationNo: '' };
    const draft = { ...numbers, line: 'motor' as const, status, agentCode: user.agentCode, plateNo, questionnaire, ...fields };
    const entity = this.mapper.toResponse(buildRecord<'motor'>(draft, caller.at), caller);
    return {
      ...entity,
      id: null,
      applicationNo: null,
      applicationDate: null,
      version: null,
      links: [],
      client: withoutId(entity.client),
      insured: withoutId(entity.insured),
    };
  }
}

function withoutId(person: MotorPersonResponse): MotorTemplatePersonResponse {
  return { ...person, id: null };
}
