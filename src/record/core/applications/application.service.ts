import { Injectable } from '@nestjs/common';
import type { Occasion, UserCaller } from '../../../common/caller.js';
import type { Environment } from '../../../common/environment.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { parseObjectId } from '../../../common/identifier.js';
import { yearOf, toLocalDate } from '../../../common/athens.js';
import { onceCommitted, type Writer } from '../../../common/unit-of-work.js';
import { AgentClocks } from '../../../store/agent-clocks.js';
import { Store, type Transaction } from '../../../store/store.js';
import type { Person } from '../parties/person.js';
import { PartyFilingService } from '../parties/party-filing.service.js';
import { lineRow, POLICY_LETTER } from '../../reference/products/line-table.js';
import type { LineCode } from '../../reference/products/questionnaires.js';
import type { ApplicationChange, ApplicationDraft, ApplicationFields, ApplicationRecord, Actor } from './application.js';
import { assertExpected } from './expected-version.js';
import { ApplicationRepository, newRecord, VersionChanged } from './application.repository.js';
import { transitionFor, type Action, type Transition } from './state-table.js';
import { Status, type CalculatedStatus } from './status.js';

/** Writes the application as it was decided, with what else changes (ids of rows that were written before it). */
export type Save<C extends LineCode = LineCode> = (further?: ApplicationChange<C>) => Promise<void>;

/** Changes of an action, the status that a calculation ended in, and further writes in the same transaction. `R` is a further result. */
export interface Decision<C extends LineCode = LineCode, R = void> {
  readonly change: ApplicationChange<C>;
  readonly calculated?: CalculatedStatus;
  readonly reason?: string;
  /** Client, insured and co-owners who are new or not as they were: they become records of the agent. */
  readonly persons?: readonly Person[];
  /** Runs in the transaction, whose first statement locks the application, and saves it once; a refusal undoes everything. */
  readonly within?: (tx: Transaction, save: Save<C>) => Promise<R>;
  /** Runs last in the transaction. */
  readonly also?: (tx: Transaction) => Promise<void>;
  /** Result of the decision where there is no `within`. */
  readonly result?: R;
}

/** The application as it was saved, and the result of the decision that was written. */
export interface Outcome<C extends LineCode, R> {
  readonly application: ApplicationRecord<C>;
  readonly result: R;
}

/** Decides what an action changes, at the time of the application's agent. Called again when the application changed meanwhile. */
export type Decide<C extends LineCode = LineCode, R = void> = (
  current: ApplicationRecord<C>,
  row: Transition,
  by: Actor,
) => Promise<Decision<C, R>>;

/** Called with the changed application once the change is committed. It must not throw. */
export type AfterCommit = (actor: Actor, application: ApplicationFields) => void;

const MAX_ATTEMPTS = 3;
const NUMBER_DIGITS = 7;
const NUMBERS = 10 ** NUMBER_DIGITS;

/**
 * Reads and changes applications. What an agent loads is scoped to it; every change names its action, which the state
 * table allows or refuses, and is written with its transition and the former state in one transaction (`makeTransition`).
 */
@Injectable()
export class ApplicationService {
  private readonly listeners: AfterCommit[] = [];

  constructor(
    private readonly store: Store,
    private readonly repository: ApplicationRepository,
    private readonly parties: PartyFilingService,
    private readonly agentClocks: AgentClocks,
  ) {}

  /**
   * Loads an application that the caller may read, of the line. A missing one, another agent's and a malformed id are refused alike.
   * @throws DomainError APPLICATION_NOT_FOUND
   */
  async getApplication<C extends LineCode = LineCode>(caller: UserCaller, idText: string, line: C | 'any'): Promise<ApplicationRecord<C>> {
    const id = parseObjectId(idText);
    const found = id === null ? null : await this.repository.findApplication(caller, id, line, caller.user.readableAgents);
    if (!found) throw new DomainError(ErrorCode.APPLICATION_NOT_FOUND);
    return found;
  }

  /** Loads an application that the caller may change. */
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
    return this.store.transaction(caller, (tx) => this.insertIn(tx, agentOf(caller), draft, persons));
  }

  /** Inserts in a transaction of the caller's. */
  async insertIn<C extends LineCode>(
    tx: Transaction,
    actor: Actor,
    draft: ApplicationDraft<C>,
    persons: readonly Person[],
    reason?: string,
  ): Promise<ApplicationRecord<C>> {
    const [inserted] = await Promise.all([
      this.repository.insertApplication(tx, actor, { draft, numberPrefix: numberPrefix(draft.line, actor.at), reason }),
      this.parties.file(tx, persons, { agentCode: draft.agentCode, at: actor.at }),
    ]);
    return inserted;
  }

  /** The draft with id and number, as it will be once it is inserted. */
  async number<C extends LineCode>(
    { environment, at }: Occasion,
    draft: ApplicationDraft<C>,
  ): Promise<ApplicationRecord<C> & { readonly status: CalculatedStatus }> {
    const id = await this.repository.takeId(environment);
    const digits = String(id % NUMBERS).padStart(NUMBER_DIGITS, '0');
    return newRecord({ ...draft, id, applicationNo: numberPrefix(draft.line, at) + digits }, at);
  }

  /**
   * One action of the agent: the state table allows it, `decide` says what changes, and it is written unless another action was faster; then the
   * action is tried again on what the other one left. A call that names the version it means (`If-Match`) is refused for any other.
   * @throws DomainError APPLICATION_NOT_FOUND, AGENT_CODE_REFUSED, NOT_ALLOWED_IN_STATUS, FINAL_STATUS, CHANGED_MEANWHILE, and what `decide` throws
   */
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

  /** As `act`, with the result of the decision. */
  actWithResult<C extends LineCode, R>(
    caller: UserCaller,
    idText: string,
    line: C,
    action: Action,
    decide: Decide<C, R>,
  ): Promise<Outcome<C, R>> {
    const read = (): Promise<ApplicationRecord<C>> => this.getOwnApplication<C>(caller, idText, line);
    return this.perform(agentOf(caller), action, read, (current, row, by) => {
      assertExpected(caller, current);
      return decide(current, row, by);
    });
  }

  /** One action of the insurer's people, the customer, the bank or the clock, on an application of any agent and line. */
  actAs<R = void>(actor: Actor, idText: string, action: Action, decide: Decide<LineCode, R>): Promise<Outcome<LineCode, R>> {
    return this.perform(
      actor,
      action,
      () => this.getAnyApplication(actor, idText),
      (current, row, by) => {
        assertExpected(actor, current);
        return decide(current, row, by);
      },
    );
  }

  /** Not scoped to agents: for the insurer's own people only. */
  async getAnyApplication(where: Environment | Writer, idText: string): Promise<ApplicationRecord> {
    const id = parseObjectId(idText);
    const found = id === null ? null : await this.repository.findAnyApplication(where, id);
    if (!found) throw new DomainError(ErrorCode.APPLICATION_NOT_FOUND);
    return found;
  }

  private async perform<C extends LineCode, R>(
    actor: Actor,
    action: Action,
    read: () => Promise<ApplicationRecord<C>>,
    decide: Decide<C, R>,
    known?: ApplicationRecord<C>,
  ): Promise<Outcome<C, R>> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const current = attempt === 1 && known ? known : await read();
      const row = transitionFor(current.status, action, actor.role, current.line);
      const by = await this.agentClocks.dated(actor, current.agentCode);
      const saved = await this.save(by, current, action, await decide(current, row, by));
      if (saved) return saved;
    }
    throw new DomainError(ErrorCode.CHANGED_MEANWHILE);
  }

  /** Writes one decided transition; null when the application changed since it was read. */
  async save<C extends LineCode, R>(
    actor: Actor,
    current: ApplicationRecord<C>,
    action: Action,
    decision: Decision<C, R>,
  ): Promise<Outcome<C, R> | null> {
    const saved = await this.write(actor, current, action, decision);
    if (saved) this.announce(actor, saved.application);
    return saved;
  }

  listen(listener: AfterCommit): void {
    this.listeners.push(listener);
  }

  /** Calls the listeners as soon as the change is committed: now, or with the actor's unit of work. */
  announce(actor: Actor, application: ApplicationFields): void {
    const tell = (): void => this.listeners.forEach((listener) => listener(actor, application));
    onceCommitted(actor, tell);
  }

  private async write<C extends LineCode, R>(
    actor: Actor,
    current: ApplicationRecord<C>,
    action: Action,
    decision: Decision<C, R>,
  ): Promise<Outcome<C, R> | null> {
    try {
      return await this.store.transaction(actor, (tx) => this.saveIn(tx, actor, current, action, decision));
    } catch (error) {
      if (error instanceof VersionChanged) return null;
      throw error;
    }
  }

  /**
   * The same in a transaction of the caller's.
   * @throws VersionChanged, where more than the application is written
   */
  async saveIn<C extends LineCode, R>(
    tx: Transaction,
    actor: Actor,
    current: ApplicationRecord<C>,
    action: Action,
    { within, also, persons = [], result: decidedResult, ...decided }: Decision<C, R>,
  ): Promise<Outcome<C, R> | null> {
    transitionFor(current.status, action, actor.role, current.line);
    // The statement that saves asks for the version itself.
    if (within || also || persons.length > 0) await this.repository.lockVersion(tx, current);
    const saved: (ApplicationRecord<C> | null)[] = [];
    const save: Save<C> = async (further) => {
      const change = { ...decided.change, ...further };
      const [application] = await Promise.all([
        this.repository.saveApplication(tx, actor, current, { action, ...decided, change }),
        this.parties.file(tx, persons, { agentCode: current.agentCode, at: actor.at }),
      ]);
      saved.push(application);
    };
    const result = await (within ? within(tx, save) : save().then(() => decidedResult as R));
    const [application] = saved;
    if (application === undefined || saved.length > 1)
      throw new Error(`application ${current.id} was saved ${saved.length} times by its ${action}`);
    await also?.(tx);
    return application && { application, result };
  }

  async cancel<C extends LineCode>(caller: UserCaller, idText: string, line: C): Promise<ApplicationRecord<C>> {
    return this.act(caller, idText, line, 'cancel', () => Promise.resolve({ change: {}, reason: 'CANCELLED_BY_AGENT' }));
  }

  /** To the underwriter; the agent can alter the application no longer. Asking again, also at the same moment, changes nothing. */
  async requestApproval<C extends LineCode>(caller: UserCaller, idText: string, line: C): Promise<ApplicationRecord<C>> {
    const read = (): Promise<ApplicationRecord<C>> => this.getOwnApplication<C>(caller, idText, line);
    const known = await read();
    if (isUnderReview(caller, known)) return known;
    const decide = (current: ApplicationRecord<C>): Promise<Decision<C>> => {
      assertExpected(caller, current);
      return Promise.resolve({ change: {} });
    };
    try {
      return (await this.perform(agentOf(caller), 'request_approval', read, decide, known)).application;
    } catch (error) {
      const meanwhile = error instanceof DomainError ? await read() : null;
      if (meanwhile && isUnderReview(caller, meanwhile)) return meanwhile;
      throw error;
    }
  }
}

/** Whether approval was requested before, of the version that the caller means. */
function isUnderReview(caller: UserCaller, application: ApplicationFields): boolean {
  if (application.status !== Status.UNDER_REVIEW) return false;
  assertExpected(caller, application);
  return true;
}

/**
 * A supervisor reads the applications of others, and acts only with a token of the agent itself.
 * @throws DomainError AGENT_CODE_REFUSED
 */
export function assertOwn(caller: UserCaller, { agentCode }: Pick<ApplicationFields, 'agentCode'>): void {
  if (agentCode !== caller.user.agentCode) throw new DomainError(ErrorCode.AGENT_CODE_REFUSED);
}

/** The agent of a call, as the one who acts. */
export function agentOf({ environment, at, unitOfWork, clock, keyPrefix, user }: UserCaller): Actor {
  return { environment, at, unitOfWork, clock, role: 'agent', name: user.name, keyPrefix, agentCode: user.agentCode };
}

/** `policy_no`: P, the year of its reservation and the same seven digits as the application's number. */
export function policyNumber(applicationNo: string, at: Date): string {
  return `${POLICY_LETTER}${twoDigitYear(at)}${applicationNo.slice(-NUMBER_DIGITS)}`;
}

function numberPrefix(line: LineCode, at: Date): string {
  return lineRow(line).letter + twoDigitYear(at);
}

function twoDigitYear(at: Date): string {
  return String(yearOf(toLocalDate(at)) % 100).padStart(2, '0');
}
