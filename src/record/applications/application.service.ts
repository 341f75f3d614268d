import { Injectable } from '@nestjs/common';
import type { Occasion, UserCaller } from '../../common/caller.js';
import type { Environment } from '../../common/environment.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { parseObjectId } from '../../common/identifier.js';
import { yearOf, toLocalDate } from '../../common/athens.js';
import { Store, type Transaction } from '../../store/store.js';
import type { Person } from '../parties/person.js';
import { PartyFilingService } from '../parties/party-filing.service.js';
import { lineRow } from '../lines/line-table.js';
import type { LineCode } from '../lines/questionnaires.js';
import type { ApplicationChange, ApplicationDraft, ApplicationFields, ApplicationRecord, AuditStamp, Actor } from './application.js';
import { assertExpected } from './expected-version.js';
import { ApplicationRepository, newRecord } from './application.repository.js';
import { targetStatus, transitionFor, type Action, type Transition } from './state-table.js';
import { Status, type CalculatedStatus } from './status.js';

/** What a decision answers: what changes, the status a calculation ended in, and what must be written in the same transaction. */
export interface Decision<C extends LineCode = LineCode> {
  readonly change: ApplicationChange<C>;
  readonly calculated?: CalculatedStatus;
  readonly reason?: string;
  /** Client, insured and co-owners who are new or not as they were: they become records of the agent. */
  readonly persons?: readonly Person[];
  /** Runs in the transaction once the application is locked; what it answers is changed too (ids of rows that it wrote). */
  readonly before?: (tx: Transaction) => Promise<ApplicationChange<C>>;
  /** Runs in the transaction after the application is written; a refusal undoes everything. */
  readonly also?: (tx: Transaction, saved: ApplicationRecord<C>) => Promise<void>;
}

/** Says what an action changes; asked again when the application changed meanwhile. */
export type Decide<C extends LineCode = LineCode> = (current: ApplicationRecord<C>, row: Transition) => Promise<Decision<C>>;

/** Hears of what was done to an application, once it is committed. It must not throw. */
export type AfterCommit = (actor: Actor, application: ApplicationFields) => void;

const MAX_ATTEMPTS = 3;
const NUMBER_DIGITS = 7;
const NUMBERS = 10 ** NUMBER_DIGITS;

/**
 * Where agents' applications are read, and every action on one is done. Every load is scoped to the caller; every change names its action, which the state
 * table allows or refuses, and is written with its transition and the former state in one transaction.
 */
@Injectable()
export class ApplicationService {
  private readonly listeners: AfterCommit[] = [];

  constructor(
    private readonly store: Store,
    private readonly repository: ApplicationRepository,
    private readonly parties: PartyFilingService,
  ) {}

  /**
   * An application the caller may read, of these lines or, where none is named, of any. A missing one, another agent's and a malformed id are refused alike.
   * @throws DomainError APPLICATION_NOT_FOUND
   */
  async getApplication<C extends LineCode = LineCode>(caller: UserCaller, idText: string, ...lines: C[]): Promise<ApplicationRecord<C>> {
    const id = parseObjectId(idText);
    const found = id === null ? null : await this.repository.findApplication(caller, id, lines, caller.user.readableAgents);
    if (!found) throw new DomainError(ErrorCode.APPLICATION_NOT_FOUND);
    return found;
  }

  /** An application the caller may change. */
  async getOwnApplication<C extends LineCode = LineCode>(caller: UserCaller, idText: string, ...lines: C[]): Promise<ApplicationRecord<C>> {
    const found = await this.getApplication(caller, idText, ...lines);
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
    const stamp = deedOf(actor, 'insert', reason);
    const row = await this.repository.insertApplication(tx, draft, numberPrefix(draft.line, stamp.at), stamp);
    await this.parties.file(tx, persons, { agentCode: draft.agentCode, at: stamp.at });
    return row;
  }

  /** The draft with id and number, as it will be once it is inserted. */
  async number<C extends LineCode>({ environment, at }: Occasion, draft: ApplicationDraft<C>): Promise<ApplicationRecord<C>> {
    const id = await this.repository.takeId(environment);
    const digits = String(id % NUMBERS).padStart(NUMBER_DIGITS, '0');
    return newRecord({ ...draft, id, applicationNo: numberPrefix(draft.line, at) + digits }, at);
  }

  /**
   * One action of the agent: the state table is asked, `decide` says what changes, and it is written if nobody else was faster; then the
   * action is tried anew on what the other one left. A call that names the version it means (`If-Match`) is refused for any other.
   * @throws DomainError APPLICATION_NOT_FOUND, AGENT_CODE_REFUSED, NOT_ALLOWED_IN_STATUS, FINAL_STATUS, CHANGED_MEANWHILE, and what `decide` throws
   */
  act<C extends LineCode>(caller: UserCaller, idText: string, line: C, action: Action, decide: Decide<C>): Promise<ApplicationRecord<C>> {
    const read = (): Promise<ApplicationRecord<C>> => this.getOwnApplication(caller, idText, line);
    return this.perform(agentOf(caller), action, read, (current, row) => {
      assertExpected(caller, current);
      return decide(current, row);
    });
  }

  /** One action of the insurer's people, the customer, the bank or the clock, on an application of any agent and line. */
  actAs(actor: Actor, idText: string, action: Action, decide: Decide): Promise<ApplicationRecord> {
    return this.perform(actor, action, () => this.getAnyApplication(actor.environment, idText), decide);
  }

  /** Not scoped to agents: for the insurer's own people only. */
  async getAnyApplication(environment: Environment, idText: string): Promise<ApplicationRecord> {
    const id = parseObjectId(idText);
    const found = id === null ? null : await this.repository.findAnyApplication(environment, id);
    if (!found) throw new DomainError(ErrorCode.APPLICATION_NOT_FOUND);
    return found;
  }

  private async perform<C extends LineCode>(
    actor: Actor,
    action: Action,
    read: () => Promise<ApplicationRecord<C>>,
    decide: Decide<C>,
  ): Promise<ApplicationRecord<C>> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const current = await read();
      const row = transitionFor(current.status, action, actor.role, current.line);
      const saved = await this.save(actor, current, row, await decide(current, row));
      if (saved) return saved;
    }
    throw new DomainError(ErrorCode.CHANGED_MEANWHILE);
  }

  /** Writes one decided transition; null when the application changed since it was read. */
  async save<C extends LineCode>(
    actor: Actor,
    current: ApplicationRecord<C>,
    row: Transition,
    decision: Decision<C>,
  ): Promise<ApplicationRecord<C> | null> {
    const saved = await this.write(actor, current, row, decision);
    if (saved) this.announce(actor, saved);
    return saved;
  }

  listen(listener: AfterCommit): void {
    this.listeners.push(listener);
  }

  /** Tells the listeners of a change as soon as it is committed: now, or with the actor's unit of work. */
  announce(actor: Actor, application: ApplicationFields): void {
    const tell = (): void => this.listeners.forEach((listener) => listener(actor, application));
    if (actor.unitOfWork) actor.unitOfWork.afterCommit(tell);
    else tell();
  }

  private write<C extends LineCode>(
    actor: Actor,
    current: ApplicationRecord<C>,
    row: Transition,
    decision: Decision<C>,
  ): Promise<ApplicationRecord<C> | null> {
    const { persons, before, also } = decision;
    // One statement is a transaction by itself, and takes a third of the round trips.
    const isOneStatement = !before && !also && (persons ?? []).length === 0;
    if (!isOneStatement || actor.unitOfWork) return this.store.transaction(actor, (tx) => this.saveIn(tx, actor, current, row, decision));
    return this.saveIn(this.store.withoutTransaction(actor.environment), actor, current, row, decision);
  }

  /** The same in a transaction of the caller's. */
  async saveIn<C extends LineCode>(
    tx: Transaction,
    actor: Actor,
    current: ApplicationRecord<C>,
    row: Transition,
    { change, calculated, reason, persons, before, also }: Decision<C>,
  ): Promise<ApplicationRecord<C> | null> {
    const stamp = deedOf(actor, row.action, reason);
    if (before && !(await this.repository.lockVersion(tx, current))) return null;
    const next = { ...current, ...change, ...(before ? await before(tx) : {}), status: targetStatus(row, calculated ?? null) };
    const written = await this.repository.saveApplication(tx, current, next, stamp);
    if (!written) return null;
    if (persons) await this.parties.file(tx, persons, { agentCode: current.agentCode, at: stamp.at });
    if (also) await also(tx, written);
    return written;
  }

  async cancel<C extends LineCode>(caller: UserCaller, idText: string, line: C): Promise<ApplicationRecord<C>> {
    return this.act(caller, idText, line, 'cancel', () => Promise.resolve({ change: {}, reason: 'CANCELLED_BY_AGENT' }));
  }

  /** To the underwriter; the agent can alter the application no longer. Asking again, also at the same moment, changes nothing. */
  async requestApproval<C extends LineCode>(caller: UserCaller, idText: string, line: C): Promise<ApplicationRecord<C>> {
    const asked = await this.findUnderReview(caller, idText, line);
    if (asked) return asked;
    try {
      return await this.act(caller, idText, line, 'request_approval', () => Promise.resolve({ change: {} }));
    } catch (error) {
      const askedMeanwhile = error instanceof DomainError ? await this.findUnderReview(caller, idText, line) : null;
      if (!askedMeanwhile) throw error;
      return askedMeanwhile;
    }
  }

  private async findUnderReview<C extends LineCode>(caller: UserCaller, idText: string, line: C): Promise<ApplicationRecord<C> | null> {
    const application = await this.getOwnApplication(caller, idText, line);
    if (application.status !== Status.UNDER_REVIEW) return null;
    assertExpected(caller, application);
    return application;
  }
}

/**
 * A supervisor reads the applications of others, and acts only with a token of the agent itself.
 * @throws DomainError AGENT_CODE_REFUSED
 */
export function assertOwn(caller: UserCaller, { agentCode }: Pick<ApplicationFields, 'agentCode'>): void {
  if (agentCode !== caller.user.agentCode) throw new DomainError(ErrorCode.AGENT_CODE_REFUSED);
}

function deedOf(
  { role: actor, name: actorName, keyPrefix, agentCode, at }: Actor,
  action: string,
  reason: string | null = null,
): AuditStamp {
  return { action, actor, actorName, keyPrefix, agentCode, reason, at };
}

/** The agent of a call, as the one who acts. */
export function agentOf({ environment, at, unitOfWork, keyPrefix, user }: UserCaller): Actor {
  return { environment, at, unitOfWork, role: 'agent', name: user.name, keyPrefix, agentCode: user.agentCode };
}

/** `policy_no`: P, the year of its reservation and the same seven digits as the application's number. */
export function policyNumber(applicationNo: string, at: Date): string {
  return `P${twoDigitYear(at)}${applicationNo.slice(-NUMBER_DIGITS)}`;
}

function numberPrefix(line: LineCode, at: Date): string {
  return lineRow(line).letter + twoDigitYear(at);
}

function twoDigitYear(at: Date): string {
  return String(yearOf(toLocalDate(at)) % 100).padStart(2, '0');
}
