import type { Holder } from './bulkhead.js';
import type { Environment } from './environment.js';
import type { Language } from './language.js';
import type { UnitOfWork, Writer } from './unit-of-work.js';

export interface OperationContext {
  readonly environment: Environment;
  readonly at: Date;
}

export interface AgentContext extends OperationContext {
  readonly agentCode: string;
}

export interface Caller extends OperationContext, Writer {
  readonly language: Language;
  readonly root: string;
  readonly requestId: string;
  readonly programId: number;
  readonly keyPrefix: string;
  readonly expectedVersions?: readonly number[] | undefined;
  readonly unitOfWork?: UnitOfWork | undefined;
  readonly user: CallerUser | null;
}

export interface CallerUser {
  readonly id: number;
  readonly name: string;
  readonly agentCode: string;
  readonly readableAgents: readonly string[];
}

export function getHolder({ environment, programId }: Pick<Caller, 'environment' | 'programId'>): Holder<Environment> {
  return { lane: environment, owner: programId };
}

export type UserCaller = Caller & { readonly user: CallerUser };

export function toAgentContext({ environment, at, user }: UserCaller): AgentContext {
  return { environment, at, agentCode: user.agentCode };
}
