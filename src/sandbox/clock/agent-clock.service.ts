import { Injectable } from '@nestjs/common';
import { addDays, addMonths, countDaysBetween, parseInstant, toLocalDate, toLocalDateTime, toOffsetDateTime } from '../../common/athens.js';
import type { UserCaller } from '../../common/caller.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import type { Text } from '../../common/language.js';
import type { ClockStamp, Writer } from '../../common/unit-of-work.js';
import { ClockMovedError } from '../../store/clock-stamp.js';
import { Store } from '../../store/store.js';
import { AgentClockRepository, type AgentClock } from './agent-clock.repository.js';

export const MAX_ADVANCE_DAYS = 400;
/** Counted from the first freeze. */
const MAX_YEARS = 5;

@Injectable()
export class AgentClockService {
  constructor(
    private readonly store: Store,
    private readonly repository: AgentClockRepository,
  ) {}

  get(caller: UserCaller): Promise<AgentClock> {
    return this.repository.get(caller, caller.user.agentCode);
  }

  async advanceDays(caller: UserCaller, days: number): Promise<AgentClock> {
    const now = toLocalDateTime(caller.at);
    const to = parseInstant(addDays(now.slice(0, 10), days) + now.slice(10));
    if (to === null) throw new Error(`There is no time ${days} days after ${now}.`);
    return this.advance(caller, to, 'days');
  }

  async advance(caller: UserCaller, to: Date, path: string): Promise<AgentClock> {
    const stamp = toStamp(caller);
    const { beganAt } = await this.get(caller);
    assertWithinReach(caller.at, to, beganAt ?? stamp.realAt, path);
    const begun = await this.store.transaction(removeStamp(caller), (tx) => this.repository.begin(tx, stamp, caller.at, to));
    if (begun) return begun;
    const { state, advanceTo } = await this.get(caller);
    throw state === 'advancing' && advanceTo !== null ? underWay(advanceTo) : new ClockMovedError();
  }

  /** @throws DomainError NOT_ALLOWED_IN_STATUS with future data, UNAVAILABLE during an advance, reset or write */
  thaw(caller: UserCaller): Promise<AgentClock> {
    const stamp = toStamp(caller);
    const { agentCode, realAt } = stamp;
    return this.store.transaction(removeStamp(caller), async (tx) => {
      if (!(await this.repository.lock(tx, stamp))) throw new ClockMovedError();
      if (await this.repository.hasFutureData(tx, agentCode, realAt, toLocalDate(realAt))) throw hasFutureData();
      return this.repository.thaw(tx, agentCode);
    });
  }
}

function assertWithinReach(from: Date, to: Date, began: Date, path: string): void {
  if (to <= from) throw buildOutOfReach(path, buildNotLater(from));
  if (countDaysBetween(toLocalDate(from), toLocalDate(to)) > MAX_ADVANCE_DAYS) throw buildOutOfReach(path, TOO_FAR);
  if (toLocalDate(to) > addMonths(toLocalDate(began), MAX_YEARS * 12)) throw buildOutOfReach(path, buildTooFarInAll(began));
}

function toStamp({ clock, user }: UserCaller): ClockStamp {
  if (clock === undefined) throw new Error(`The agent ${user.agentCode} has no clock.`);
  return clock;
}

/** Removes the stamp, because a write that moves the clock must not wait for the clock. */
function removeStamp({ environment, unitOfWork }: UserCaller): Writer {
  return { environment, unitOfWork };
}

function buildOutOfReach(path: string, text: Text): DomainError {
  return DomainError.ofViolations([{ path, code: ErrorCode.INVALID, text }]);
}

function buildNotLater(from: Date): Text {
  const time = toOffsetDateTime(from);
  return {
    el: `Το ρολόι προχωρά μόνο εμπρός: δώστε στιγμή μετά τις ${time}.`,
    en: `The clock goes forward only: give a moment after ${time}.`,
  };
}

const TOO_FAR: Text = {
  el: `Το ρολόι προχωρά το πολύ ${MAX_ADVANCE_DAYS} ημέρες κάθε φορά.`,
  en: `The clock goes forward by at most ${MAX_ADVANCE_DAYS} days at a time.`,
};

function buildTooFarInAll(began: Date): Text {
  const time = toOffsetDateTime(began);
  return {
    el: `Το ρολόι προχωρά το πολύ ${MAX_YEARS} έτη από τις ${time}, όταν σταμάτησε πρώτη φορά.`,
    en: `The clock goes forward by at most ${MAX_YEARS} years from ${time}, when it was first stopped.`,
  };
}

function underWay(to: Date): DomainError {
  const time = toOffsetDateTime(to);
  const text = {
    el: `Το ρολόι προχωρά ήδη προς τις ${time}. Περιμένετε το clock.ready.`,
    en: `The clock is on its way to ${time} already. Wait for clock.ready.`,
  };
  return new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text });
}

function hasFutureData(): DomainError {
  const text = {
    el: 'Υπάρχουν δεδομένα του συνεργάτη μεταγενέστερα της πραγματικής ώρας. Διαγράψτε τα πρώτα (reset).',
    en: 'The agent has data dated after the current time. Reset it first.',
  };
  return new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text });
}
