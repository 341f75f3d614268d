import { Injectable } from '@nestjs/common';
import type { Occasion, UserCaller } from '../../common/caller.js';
import type { Environment } from '../../common/environment.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { parseObjectId } from '../../common/identifier.js';
import { yearOf, toLocalDate } from '../../common/athens.js';
import { Store, type Transaction } from '../../store/store.js';
import type { Person } from '../parties/person.js';
import { Parties } from '../parties/parties.js';
import type { ApplicationChange, ApplicationDraft, ApplicationRecord, Deed, Doer } from './application.js';
import { assertMatches } from './application-tag.js';
import { ApplicationRepository, newRecord } from './application.repository.js';
import { targetStatus, transitionFor, type Action, type Line, type Transition } from './state-table.js';
import { Status, type CalculatedStatus } from './status.js';

/** What a decision answers: what changes, the status a calculation ended in, and what must be written in the same transaction. */
export interface Decision<Q> {
  readonly change: ApplicationChange<Q>;
  readonly calculated?: CalculatedStatus;
  readonly reason?: string;
  /** Client, insured and co-owners who are new or not as they were: they become records of the agent. */
  readonly persons?: readonly Person[];
  /** Runs in the transaction once the application is locked; what it answers is changed too (ids of rows that it wrote). */
  readonly before?: (tx: Transaction) => Promise<ApplicationChange<Q>>;
  /** Runs in the transaction after the application is written; a refusal undoes everything. */
  readonly also?: (tx: Transaction, saved: ApplicationRecord<Q>) => Promise<void>;
}

/** Says what an action changes; asked again when the application changed meanwhile. */
export type Decide<Q> = (current: ApplicationRecord<Q>, row: Transition) => Promise<Decision<Q>>;

/** Hears of what was done to an application, once it is committed. It must not throw. */
export type AfterCommit = (doer: Doer, application: ApplicationRecord) => void;

const MAX_ATTEMPTS = 3;
const NUMBER_LETTERS: Readonly<Record<Line, string>> = { fire: 'F', motor: 'M' };
const NUMBER_DIGITS = 7;
const NUMBERS = 10 ** NUMBER_DIGITS;

/**
 * The one place where applications are read and changed. Every load is scoped to the caller; every change names its action, which the state
 * table allows or refuses, and is written with its transition and the former state in one transaction.
 */
@Injectable()
export class Applications {
  private readonly listeners: AfterCommit[] = [];

  constructor(
    private readonly store: Store,
    private readonly repository: ApplicationRepository,
    private readonly parties: Parties,
  ) {}

  /**
   * An application the caller may read. Missing, another agent's and a malformed id answer alike.
   * @throws DomainError APPLICATION_NOT_FOUND
   */
  async getApplication<Q = unknown>(caller: UserCaller, idText: string, ...lines: Line[]): Promise<ApplicationRecord<Q>> {
    const id = parseObjectId(idText);
    const found = id === null ? null : await this.repository.findApplication(caller, id, lines, caller.user.readableAgents);
    if (!found) throw new DomainError(ErrorCode.APPLICATION_NOT_FOUND);
    return found as ApplicationRecord<Q>;
  }

  /** An application the caller may change. */
  async getOwnApplication<Q = unknown>(caller: UserCaller, idText: string, ...lines: Line[]): Promise<ApplicationRecord<Q>> {
    const found = await this.getApplication<Q>(caller, idText, ...lines);
    assertOwn(caller, found);
    return found;
  }

  async insert<Q>(caller: UserCaller, draft: ApplicationDraft<Q>, persons: readonly Person[]): Promise<ApplicationRecord<Q>> {
    const inserted = await this.store.transaction(caller, (tx) => this.insertIn(tx, agentOf(caller), draft, persons));
    return inserted as ApplicationRecord<Q>;
  }

  /** Inserts in a transaction of the caller's. */
  async insertIn(
    tx: Transaction,
    doer: Doer,
    draft: ApplicationDraft,
    persons: readonly Person[],
    reason?: string,
  ): Promise<ApplicationRecord> {
    const deed = deedOf(doer, 'insert', reason);
    const row = await this.repository.insertApplication(tx, draft, numberPrefix(draft.line, deed.at), deed);
    await this.parties.file(tx, persons, { agentCode: draft.agentCode, at: deed.at });
    return row;
  }

  /** The draft with id and number, as it will be once it is inserted. */
  async number({ environment, at }: Occasion, draft: ApplicationDraft): Promise<ApplicationRecord> {
    const id = await this.repository.takeId(environment);
    const digits = String(id % NUMBERS).padStart(NUMBER_DIGITS, '0');
    return newRecord({ ...draft, id, applicationNo: numberPrefix(draft.line, at) + digits }, at);
  }

  /**
   * One action of the agent: the state table is asked, `decide` says what changes, and it is written if nobody else was faster; then the
   * action is tried anew on what the other one left. A call that names the version it means (`If-Match`) is refused for any other.
   * @throws DomainError APPLICATION_NOT_FOUND, AGENT_CODE_REFUSED, NOT_ALLOWED_IN_STATUS, FINAL_STATUS, CHANGED_MEANWHILE, and what `decide` throws
   */
  act<Q>(caller: UserCaller, idText: string, line: Line, action: Action, decide: Decide<Q>): Promise<ApplicationRecord<Q>> {
    const read = (): Promise<ApplicationRecord<Q>> => this.getOwnApplication<Q>(caller, idText, line);
    return this.perform(agentOf(caller), action, read, (current, row) => {
      assertMatches(caller, current);
      return decide(current, row);
    });
  }

  /** One action of the insurer's people, the customer, the bank or the clock, on an application of any agent and line. */
  actAs(doer: Doer, idText: string, action: Action, decide: Decide<unknown>): Promise<ApplicationRecord> {
    return this.perform(doer, action, () => this.getAnyApplication(doer.environment, idText), decide);
  }

  /** Not scoped to agents: for the insurer's own people only. */
  async getAnyApplication(environment: Environment, idText: string): Promise<ApplicationRecord> {
    const id = parseObjectId(idText);
    const found = id === null ? null : await this.repository.findAnyApplication(environment, id);
    if (!found) throw new DomainError(ErrorCode.APPLICATION_NOT_FOUND);
    return found;
  }

  private async perform<Q>(
    doer: Doer,
    action: Action,
    read: () => Promise<ApplicationRecord<Q>>,
    decide: Decide<Q>,
  ): Promise<ApplicationRecord<Q>> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const current = await read();
      const row = transitionFor(current.status, action, doer.actor, current.line);
      const saved = await this.save(doer, current, row, await decide(current, row));
      if (saved) return saved;
    }
    throw new DomainError(ErrorCode.CHANGED_MEANWHILE);
  }

  /** Writes one decided transition; null when the application changed since it was read. */
  async save<Q>(doer: Doer, current: ApplicationRecord<Q>, row: Transition, decision: Decision<Q>): Promise<ApplicationRecord<Q> | null> {
    const saved = await this.write(doer, current, row, decision);
    if (saved) this.announce(doer, saved);
    return saved;
  }

  listen(listener: AfterCommit): void {
    this.listeners.push(listener);
  }

  /** Tells the listeners of a change as soon as it is committed: now, or with the doer's unit of work. */
  announce(doer: Doer, application: ApplicationRecord): void {
    const tell = (): void => this.listeners.forEach((listener) => listener(doer, application));
    if (doer.unitOfWork) doer.unitOfWork.afterCommit(tell);
    else tell();
  }

  private write<Q>(
    doer: Doer,
    current: ApplicationRecord<Q>,
    row: Transition,
    decision: Decision<Q>,
  ): Promise<ApplicationRecord<Q> | null> {
    const { persons, before, also } = decision;
    // One statement is a transaction by itself, and takes a third of the round trips.
    const isOneStatement = !before && !also && (persons ?? []).length === 0;
    if (!isOneStatement || doer.unitOfWork) return this.store.transaction(doer, (tx) => this.saveIn(tx, doer, current, row, decision));
    return this.saveIn(this.store.withoutTransaction(doer.environment), doer, current, row, decision);
  }

  /** The same in a transaction of the caller's. */
  async saveIn<Q>(
    tx: Transaction,
    doer: Doer,
    current: ApplicationRecord<Q>,
    row: Transition,
    { change, calculated, reason, persons, before, also }: Decision<Q>,
  ): Promise<ApplicationRecord<Q> | null> {
    const deed = deedOf(doer, row.action, reason);
    if (before && !(await this.repository.lockVersion(tx, current))) return null;
    const next = { ...current, ...change, ...(before ? await before(tx) : {}), status: targetStatus(row, calculated ?? null) };
    const written = (await this.repository.saveApplication(tx, current, next, deed)) as ApplicationRecord<Q> | null;
    if (!written) return null;
    if (persons) await this.parties.file(tx, persons, { agentCode: current.agentCode, at: deed.at });
    if (also) await also(tx, written);
    return written;
  }

  async cancel<Q>(caller: UserCaller, idText: string, line: Line): Promise<ApplicationRecord<Q>> {
    return this.act<Q>(caller, idText, line, 'cancel', () => Promise.resolve({ change: {}, reason: 'CANCELLED_BY_AGENT' }));
  }

  /** To the underwriter; the agent can alter the application no longer. Asking again, also at the same moment, changes nothing. */
  async requestApproval<Q>(caller: UserCaller, idText: string, line: Line): Promise<ApplicationRecord<Q>> {
    const asked = await this.findUnderReview<Q>(caller, idText, line);
    if (asked) return asked;
    try {
      return await this.act<Q>(caller, idText, line, 'request_approval', () => Promise.resolve({ change: {} }));
    } catch (error) {
      const askedMeanwhile = error instanceof DomainError ? await this.findUnderReview<Q>(caller, idText, line) : null;
      if (!askedMeanwhile) throw error;
      return askedMeanwhile;
    }
  }

  private async findUnderReview<Q>(caller: UserCaller, idText: string, line: Line): Promise<ApplicationRecord<Q> | null> {
    const application = await this.getOwnApplication<Q>(caller, idText, line);
    if (application.status !== Status.UNDER_REVIEW) return null;
    assertMatches(caller, application);
    return application;
  }
}

/**
 * A supervisor reads the applications of others, and acts only with a token of the agent itself.
 * @throws DomainError AGENT_CODE_REFUSED
 */
export function assertOwn(caller: UserCaller, { agentCode }: ApplicationRecord): void {
  if (agentCode !== caller.user.agentCode) throw new DomainError(ErrorCode.AGENT_CODE_REFUSED);
}

function deedOf({ actor, actorName, keyPrefix, agentCode, at }: Doer, action: string, reason: string | null = null): Deed {
  return { action, actor, actorName, keyPrefix, agentCode, reason, at };
}

/** The agent of a call, as the one who acts. */
export function agentOf({ environment, at, unitOfWork, keyPrefix, user }: UserCaller): Doer {
  return { environment, at, unitOfWork, actor: 'agent', actorName: user.name, keyPrefix, agentCode: user.agentCode };
}

/** `policy_no`: P, the year of its reservation and the same seven digits as the application's number. */
export function policyNumber(applicationNo: string, at: Date): string {
  return `P${twoDigitYear(at)}${applicationNo.slice(-NUMBER_DIGITS)}`;
}

function numberPrefix(line: Line, at: Date): string {
  return NUMBER_LETTERS[line] + twoDigitYear(at);
}

function twoDigitYear(at: Date): string {
  return String(yearOf(toLocalDate(at)) % 100).padStart(2, '0');
}
