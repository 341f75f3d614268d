import { Injectable } from '@nestjs/common';
import type { Caller, OperationContext, UserCaller } from '../../../common/caller.js';
import type { Environment } from '../../../common/environment.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { parseObjectId } from '../../../common/identifiers.js';
import { getYear, toLocalDate } from '../../../common/athens.js';
import { runAfterCommit, type Writer } from '../../../common/unit-of-work.js';
import { AgentClocks } from '../../../store/agent-clocks.js';
import { Store, type Transaction } from '../../../store/store.js';
import type { Person } from '../parties/person.js';
import { PartyRepository } from '../parties/party.repository.js';
import { getLineRow, POLICY_LETTER, type LineCode } from '../../reference/products/line-table.js';
import type { ApplicationChange, ApplicationDraft, ApplicationFields, ApplicationRecord, Actor } from './application.js';
import { ApplicationRepository, buildRecord, VersionChanged } from './application.repository.js';
import { getTransition, type Transition } from './state-table.js';
import type { Action } from './action.js';
import { dropSchedule } from './scheduled-cancellation.js';
import { FINAL_STATUSES, Status, type CalculatedStatus } from './status.js';

export type Save<C extends LineCode = LineCode> = (further?: ApplicationChange<C>) => Promise<void>;

export interface Decision<C extends LineCode = LineCode, R = void> {
  readonly change: ApplicationChange<C>;
  readonly calculated?: CalculatedStatus;
  readonly reason?: string;
  readonly persons?: readonly Person[];
  /** Runs in the transaction after the application is locked, and calls `save` once. */
  readonly within?: (tx: Transaction, save: Save<C>) => Promise<R>;
  readonly also?: (tx: Transaction) => Promise<void>;
  readonly result?: R;
}

export interface Outcome<C extends LineCode, R> {
  readonly application: ApplicationRecord<C>;
  readonly result: R;
}

/** Called again when the application changed meanwhile. `by` has the agent's time. */
type Decide<C extends LineCode = LineCode, R = void> = (
  current: ApplicationRecord<C>,
  row: Transition,
  by: Actor,
) => Promise<Decision<C, R>>;

/** Called once the change is committed. It must not throw. */
type AfterCommit = (actor: Actor, application: ApplicationFields) => void;

const MAX_ATTEMPTS = 3;
const LEAST_DIGITS = 7;
const PREFIX_LENGTH = 3;

@Injectable()
export class ApplicationService {
  private readonly listeners: AfterCommit[] = [];

  constructor(
    private readonly store: Store,
    private readonly repository: ApplicationRepository,
    private readonly parties: PartyRepository,
    private readonly agentClocks: AgentClocks,
  ) {}

  /** @throws DomainError APPLICATION_NOT_FOUND */
  async getApplication<C extends LineCode = LineCode>(caller: UserCaller, idText: string, line: C | 'any'): Promise<ApplicationRecord<C>> {
    const id = parseObjectId(idText);
    const found = id === null ? null : await this.repository.findApplication(caller, id, line, caller.user.readableAgents);
    if (!found) throw new DomainError(ErrorCode.APPLICATION_NOT_FOUND);
    return found;
  }

  async getOwnApplication<C extends LineCode = LineCode>(
    caller: UserCaller,
    idText: string,
    line: C | 'any',
  ): Promise<ApplicationRecord<C>> {
    const found = await this.getApplication(caller, idText, line);
    assertOwn(caller, found);
    return found;
  }

  async insert<C extends LineCode>(
    caller: UserCaller,
    draft: ApplicationDraft<C>,
    persons: readonly Person[],
  ): Promise<ApplicationRecord<C>> {
    return this.store.transaction(caller, (tx) => this.insertIn(tx, toAgentActor(caller), draft, persons));
  }

  async insertIn<C extends LineCode>(
    tx: Transaction,
    actor: Actor,
    draft: ApplicationDraft<C>,
    persons: readonly Person[],
    reason?: string,
  ): Promise<ApplicationRecord<C>> {
    const [inserted] = await Promise.all([
      this.repository.insertApplication(tx, actor, { draft, numberPrefix: numberPrefix(draft.line, actor.at), reason }),
      this.parties.savePersons(tx, persons, { agentCode: draft.agentCode, at: actor.at }),
    ]);
    return inserted;
  }

  async claimNumber<C extends LineCode>(
    { environment, at }: OperationContext,
    draft: ApplicationDraft<C>,
  ): Promise<ApplicationRecord<C> & { readonly status: CalculatedStatus }> {
    const id = await this.repository.claimId(environment);
    const digits = String(id).padStart(LEAST_DIGITS, '0');
    return buildRecord({ ...draft, id, applicationNo: numberPrefix(draft.line, at) + digits }, at);
  }

  /** Decides again when another action was faster. `If-Match` applies. */
  async act<C extends LineCode>(
    caller: UserCaller,
    idText: string,
    line: C,
    action: Action,
    decide: Decide<C>,
  ): Promise<ApplicationRecord<C>> {
    const { application } = await this.actWithResult(caller, idText, line, action, decide);
    return application;
  }

  actWithResult<C extends LineCode, R>(
    caller: UserCaller,
    idText: string,
    line: C,
    action: Action,
    decide: Decide<C, R>,
  ): Promise<Outcome<C, R>> {
    return this.perform(toExpectingActor(caller), action, () => this.getOwnApplication<C>(caller, idText, line), decide);
  }

  /** Acts for staff, the customer, the bank or the clock, on an application of any agent and line. */
  actAs<R = void>(actor: Actor, idText: string, action: Action, decide: Decide<LineCode, R>): Promise<Outcome<LineCode, R>> {
    return this.perform(actor, action, () => this.getAnyApplication(actor, idText), decide);
  }

  /** Loads for staff and jobs. @throws DomainError APPLICATION_NOT_FOUND */
  async getAnyApplication(where: Environment | Writer, idText: string): Promise<ApplicationRecord> {
    const id = parseObjectId(idText);
    const found = id === null ? null : await this.repository.findAnyApplication(where, id);
    if (!found) throw new DomainError(ErrorCode.APPLICATION_NOT_FOUND);
    return found;
  }

  /** Loads for jobs, in no order; deleted ones are absent. */
  listAnyApplications(where: Environment | Writer, ids: readonly number[]): Promise<ApplicationRecord[]> {
    return this.repository.listAnyApplications(where, ids);
  }

  async getBefore(actor: Actor, idText: string, action: Action): Promise<{ current: ApplicationRecord; by: Actor }> {
    const current = await this.getAnyApplication(actor, idText);
    getTransition(current.status, action, actor.role, current.line);
    return { current, by: await this.agentClocks.applyClock(actor, current.agentCode) };
  }

  private async perform<C extends LineCode, R>(
    actor: Actor,
    action: Action,
    read: () => Promise<ApplicationRecord<C>>,
    decide: Decide<C, R>,
  ): Promise<Outcome<C, R>> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const current = await read();
      const row = getTransition(current.status, action, actor.role, current.line);
      const by = await this.agentClocks.applyClock(actor, current.agentCode);
      assertExpected(actor, current);
      const saved = await this.save(by, current, action, await decide(current, row, by));
      if (saved) return saved;
    }
    throw new DomainError(ErrorCode.CHANGED_MEANWHILE);
  }

  /** Returns null when the application changed since it was read. */
  async save<C extends LineCode, R>(
    actor: Actor,
    current: ApplicationRecord<C>,
    action: Action,
    decision: Decision<C, R>,
  ): Promise<Outcome<C, R> | null> {
    try {
      const saved = await this.store.transaction(actor, (tx) => this.saveIn(tx, actor, current, action, decision));
      this.publish(actor, saved.application);
      return saved;
    } catch (error) {
      if (error instanceof VersionChanged) return null;
      throw error;
    }
  }

  addListener(listener: AfterCommit): void {
    this.listeners.push(listener);
  }

  /** Calls the listeners once the change is committed: now, or with the actor's unit of work. */
  publish(actor: Actor, application: ApplicationFields): void {
    runAfterCommit(actor, () => this.listeners.forEach((listener) => listener(actor, application)));
  }

  /** @throws VersionChanged */
  async saveIn<C extends LineCode, R>(
    tx: Transaction,
    actor: Actor,
    current: ApplicationRecord<C>,
    action: Action,
    { within, also, persons = [], result: decidedResult, ...decided }: Decision<C, R>,
  ): Promise<Outcome<C, R>> {
    const row = getTransition(current.status, action, actor.role, current.line);
    const isEnding = row.to !== 'calculated' && FINAL_STATUSES.has(row.to);
    // Without writes before it, the statement that saves checks the version.
    if (within || persons.length > 0) await this.repository.lockVersion(tx, current);
    const saved: (ApplicationRecord<C> | null)[] = [];
    const save: Save<C> = async (further) => {
      const change = isEnding ? dropSchedule(current, { ...decided.change, ...further }) : { ...decided.change, ...further };
      const [application] = await Promise.all([
        this.repository.saveApplication(tx, actor, current, { action, ...decided, change }),
        this.parties.savePersons(tx, persons, { agentCode: current.agentCode, at: actor.at }),
      ]);
      saved.push(application);
    };
    const result = await (within ? within(tx, save) : save().then(() => decidedResult as R));
    const [application] = saved;
    if (application === undefined || saved.length > 1)
      throw new Error(`application ${current.id} was saved ${saved.length} times by its ${action}`);
    if (!application) throw new VersionChanged();
    await also?.(tx);
    return { application, result };
  }

  async cancel<C extends LineCode>(caller: UserCaller, idText: string, line: C): Promise<ApplicationRecord<C>> {
    return this.act(caller, idText, line, 'cancel', () => Promise.resolve({ change: {}, reason: 'CANCELLED_BY_AGENT' }));
  }

  /** A second request, also at the same moment, changes nothing. */
  async requestApproval<C extends LineCode>(caller: UserCaller, idText: string, line: C): Promise<ApplicationRecord<C>> {
    try {
      return await this.act(caller, idText, line, 'request_approval', () => Promise.resolve({ change: {} }));
    } catch (error) {
      const current = error instanceof DomainError ? await this.getOwnApplication<C>(caller, idText, line) : null;
      if (current?.status !== Status.UNDER_REVIEW) throw error;
      assertExpected(caller, current);
      return current;
    }
  }
}

/** A supervisor only reads the applications of others. @throws DomainError AGENT_CODE_REFUSED */
export function assertOwn(caller: UserCaller, { agentCode }: Pick<ApplicationFields, 'agentCode'>): void {
  if (agentCode !== caller.user.agentCode) throw new DomainError(ErrorCode.AGENT_CODE_REFUSED);
}

/** Refuses another version of the application (gateway.35). @throws DomainError CHANGED_MEANWHILE */
export function assertExpected(
  { expectedVersions }: Pick<Caller, 'expectedVersions'>,
  { version }: Pick<ApplicationFields, 'version'>,
): void {
  if (expectedVersions?.includes(version) === false) throw new DomainError(ErrorCode.CHANGED_MEANWHILE);
}

function toExpectingActor(caller: UserCaller): Actor {
  return { ...toAgentActor(caller), expectedVersions: caller.expectedVersions };
}

export function toAgentActor({ environment, at, unitOfWork, clock, keyPrefix, user }: UserCaller): Actor {
  return { environment, at, unitOfWork, clock, role: 'agent', name: user.name, keyPrefix, agentCode: user.agentCode };
}

export function buildPolicyNumber(applicationNo: string, at: Date): string {
  return `${POLICY_LETTER}${twoDigitYear(at)}${applicationNo.slice(PREFIX_LENGTH)}`;
}

function numberPrefix(line: LineCode, at: Date): string {
  return getLineRow(line).letter + twoDigitYear(at);
}

function twoDigitYear(at: Date): string {
  return String(getYear(toLocalDate(at)) % 100).padStart(2, '0');
}
