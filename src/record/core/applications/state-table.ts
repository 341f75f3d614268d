import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import type { LineCode } from '../../reference/products/line-table.js';
import { formatActions, type Action } from './action.js';
import { FINAL_STATUSES, getStatusTitle, listStatuses, Status, STATUSES, type CalculatedStatus } from './status.js';

export type ActorRole = 'agent' | 'underwriter' | 'customer' | 'bank' | 'staff' | 'clock';

/** `calculated` is the status that the calculation of the same call gives: 00, 25 or 01. */
export interface Transition {
  readonly from: Status | null;
  readonly action: Action;
  readonly actors: readonly ActorRole[];
  readonly to: Status | 'calculated';
  readonly line?: LineCode;
  /** Action on another application that includes this one; no call performs it alone. */
  readonly within?: Action;
  /** An internal action that leads to no other status. */
  readonly isAside?: true;
}

const { IN_ENTRY, NEEDS_APPROVAL, CALCULATED, UNDER_REVIEW, DOCUMENTS_REQUESTED, AWAITING_CUSTOMER_APPROVAL, AWAITING_ACCEPTANCE } = Status;
const { DECLINED, PREPAY, CANCELLED, IN_FORCE, UNPAID, EXPIRED, RENEWED, CANCELLED_MID_TERM } = Status;

const OPEN_STATUSES = listStatuses(({ stage, isFinal }) => stage === 'application' && !isFinal);

/** Transitions of all lines (docs/states.md). Each has a test in `test/contract/state-table-http.spec.ts`. */
export const STATE_TABLE: readonly Transition[] = [
  { from: null, action: 'insert', actors: ['agent'], to: 'calculated' },
  { from: null, action: 'insert', actors: ['clock'], to: 'calculated', within: 'prepare_renewal' },

  { from: IN_ENTRY, action: 'update', actors: ['agent'], to: 'calculated' },
  { from: NEEDS_APPROVAL, action: 'update', actors: ['agent'], to: 'calculated' },
  { from: CALCULATED, action: 'update', actors: ['agent'], to: 'calculated', line: 'motor' },
  { from: DECLINED, action: 'update', actors: ['agent'], to: 'calculated', line: 'motor' },
  { from: IN_ENTRY, action: 'calc', actors: ['agent'], to: 'calculated' },
  { from: NEEDS_APPROVAL, action: 'calc', actors: ['agent'], to: 'calculated' },
  { from: CALCULATED, action: 'edit', actors: ['agent'], to: IN_ENTRY, line: 'fire' },
  { from: DECLINED, action: 'edit', actors: ['agent'], to: IN_ENTRY, line: 'fire' },

  { from: NEEDS_APPROVAL, action: 'request_approval', actors: ['agent'], to: UNDER_REVIEW },
  { from: DOCUMENTS_REQUESTED, action: 'request_approval', actors: ['agent'], to: UNDER_REVIEW },
  { from: UNDER_REVIEW, action: 'approve', actors: ['underwriter'], to: CALCULATED },
  { from: UNDER_REVIEW, action: 'return', actors: ['underwriter'], to: IN_ENTRY },
  { from: UNDER_REVIEW, action: 'request_documents', actors: ['underwriter'], to: DOCUMENTS_REQUESTED },
  { from: UNDER_REVIEW, action: 'decline', actors: ['underwriter'], to: DECLINED },
  { from: DOCUMENTS_REQUESTED, action: 'decline', actors: ['underwriter'], to: DECLINED },

  { from: CALCULATED, action: 'send_for_acceptance', actors: ['agent'], to: AWAITING_ACCEPTANCE, line: 'fire' },
  { from: AWAITING_ACCEPTANCE, action: 'accept', actors: ['customer', 'staff'], to: PREPAY },
  { from: AWAITING_ACCEPTANCE, action: 'reject', actors: ['customer', 'staff'], to: IN_ENTRY },
  { from: AWAITING_ACCEPTANCE, action: 'acceptance_expires', actors: ['clock'], to: CALCULATED },
  { from: CALCULATED, action: 'request_customer_approval', actors: ['agent'], to: AWAITING_CUSTOMER_APPROVAL, line: 'motor' },
  { from: AWAITING_CUSTOMER_APPROVAL, action: 'accept', actors: ['customer', 'staff'], to: CALCULATED },
  { from: AWAITING_CUSTOMER_APPROVAL, action: 'reject', actors: ['customer', 'staff'], to: IN_ENTRY },
  { from: AWAITING_CUSTOMER_APPROVAL, action: 'acceptance_expires', actors: ['clock'], to: CALCULATED },

  { from: CALCULATED, action: 'freeze', actors: ['agent'], to: CALCULATED, line: 'motor' },
  { from: CALCULATED, action: 'prepay', actors: ['agent'], to: PREPAY },
  { from: CALCULATED, action: 'prepay', actors: ['clock'], to: PREPAY, within: 'prepare_renewal' },
  { from: CALCULATED, action: 'issue', actors: ['agent'], to: IN_FORCE, line: 'motor' },
  { from: PREPAY, action: 'issue', actors: ['agent', 'bank'], to: IN_FORCE },
  { from: PREPAY, action: 'prepay_expires', actors: ['clock'], to: CANCELLED },
  // Paid in time, but the bank's file came late (money.82).
  { from: CANCELLED, action: 'issue', actors: ['bank'], to: IN_FORCE },

  { from: IN_ENTRY, action: 'cancel', actors: ['agent'], to: CANCELLED },
  { from: NEEDS_APPROVAL, action: 'cancel', actors: ['agent'], to: CANCELLED },
  { from: CALCULATED, action: 'cancel', actors: ['agent'], to: CANCELLED },
  { from: DOCUMENTS_REQUESTED, action: 'cancel', actors: ['agent'], to: CANCELLED },
  { from: DECLINED, action: 'cancel', actors: ['agent'], to: CANCELLED },
  { from: AWAITING_ACCEPTANCE, action: 'cancel', actors: ['agent'], to: CANCELLED },
  { from: AWAITING_CUSTOMER_APPROVAL, action: 'cancel', actors: ['agent'], to: CANCELLED },
  { from: PREPAY, action: 'cancel', actors: ['agent'], to: CANCELLED },

  { from: IN_FORCE, action: 'pay_instalment', actors: ['agent', 'bank'], to: IN_FORCE },
  { from: UNPAID, action: 'pay_instalment', actors: ['agent', 'bank'], to: IN_FORCE },
  { from: IN_FORCE, action: 'reverse_payment', actors: ['staff'], to: IN_FORCE, isAside: true },
  { from: UNPAID, action: 'reverse_payment', actors: ['staff'], to: UNPAID, isAside: true },
  { from: IN_FORCE, action: 'amend', actors: ['agent', 'staff', 'underwriter', 'bank'], to: IN_FORCE, isAside: true },
  { from: IN_FORCE, action: 'reverse_amendment', actors: ['staff'], to: IN_FORCE, isAside: true },
  { from: IN_FORCE, action: 'expire_amendment', actors: ['clock'], to: IN_FORCE, isAside: true },
  { from: UNPAID, action: 'expire_amendment', actors: ['clock'], to: UNPAID, isAside: true },
  { from: IN_FORCE, action: 'start_segment', actors: ['clock'], to: IN_FORCE, isAside: true },
  { from: UNPAID, action: 'start_segment', actors: ['clock'], to: UNPAID, isAside: true },
  { from: IN_FORCE, action: 'instalment_unpaid', actors: ['clock'], to: UNPAID },
  { from: UNPAID, action: 'lapse', actors: ['clock'], to: CANCELLED_MID_TERM },
  { from: CANCELLED_MID_TERM, action: 'pay_earned_premium', actors: ['agent', 'bank'], to: CANCELLED_MID_TERM },
  { from: IN_FORCE, action: 'expire', actors: ['clock'], to: EXPIRED },
  { from: IN_FORCE, action: 'prepare_renewal', actors: ['clock'], to: IN_FORCE },
  { from: IN_FORCE, action: 'renew', actors: ['agent'], to: IN_FORCE },
  { from: CALCULATED, action: 'issue_renewal', actors: ['agent'], to: IN_FORCE, within: 'renew' },
  { from: IN_FORCE, action: 'renewal_starts', actors: ['clock'], to: RENEWED },
  // The renewal was paid in time, but the bank's file came late (money.82).
  { from: EXPIRED, action: 'renewal_starts', actors: ['bank'], to: RENEWED, within: 'issue' },
  // The renewal was cancelled in error (money.121).
  { from: EXPIRED, action: 'renewal_starts', actors: ['staff'], to: RENEWED, within: 'reinstate' },
  { from: CANCELLED_MID_TERM, action: 'reinstate', actors: ['staff', 'bank'], to: IN_FORCE },
  { from: IN_FORCE, action: 'cancel_mid_term', actors: ['staff', 'customer', 'clock'], to: CANCELLED_MID_TERM },
  { from: UNPAID, action: 'cancel_mid_term', actors: ['staff', 'customer', 'clock'], to: CANCELLED_MID_TERM },
  { from: IN_FORCE, action: 'schedule_cancellation', actors: ['staff'], to: IN_FORCE },
  { from: UNPAID, action: 'schedule_cancellation', actors: ['staff'], to: UNPAID },
  { from: IN_FORCE, action: 'unschedule_cancellation', actors: ['staff'], to: IN_FORCE },
  { from: UNPAID, action: 'unschedule_cancellation', actors: ['staff'], to: UNPAID },
  // The policy is cancelled, so its unpaid renewal is no longer offered.
  ...[...OPEN_STATUSES].map((from): Transition => ({
    from,
    action: 'cancel',
    actors: ['staff', 'customer', 'clock'],
    to: CANCELLED,
    within: 'cancel_mid_term',
  })),
  // The renewal of a policy never began, or was withdrawn from (money.90).
  { from: IN_FORCE, action: 'void_renewal', actors: ['staff', 'customer', 'clock'], to: IN_FORCE, within: 'cancel_mid_term' },
  { from: RENEWED, action: 'void_renewal', actors: ['staff', 'customer', 'clock'], to: EXPIRED, within: 'cancel_mid_term' },

  ...Object.values(Status).flatMap((status): Transition[] => [
    { from: status, action: 'transfer', actors: ['staff'], to: status, isAside: true },
    { from: status, action: 'erase', actors: ['staff', 'clock'], to: status, isAside: true },
  ]),
];

export const LEADING_ON = STATE_TABLE.filter(({ within, isAside }) => within === undefined && isAside === undefined);

const rows = new Map<string, Transition[]>();
for (const row of STATE_TABLE) {
  for (const actor of row.actors) {
    const key = rowKey(row.from, row.action, actor);
    const others = rows.get(key) ?? [];
    if (others.some(({ line }) => line === undefined || row.line === undefined || line === row.line))
      throw new Error(`State table: two rows for ${key}`);
    rows.set(key, [...others, row]);
  }
}

function findRow(from: Status | null, action: Action, actor: ActorRole, line: LineCode): Transition | undefined {
  return rows.get(rowKey(from, action, actor))?.find((row) => row.line === undefined || row.line === line);
}

/** @throws DomainError FINAL_STATUS (-401), NOT_ALLOWED_IN_STATUS (-400) */
export function getTransition(from: Status | null, action: Action, actor: ActorRole, line: LineCode): Transition {
  const row = findRow(from, action, actor, line);
  if (row) return row;
  if (from !== null && FINAL_STATUSES.has(from)) throw buildFinalStatus(from);
  throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: notAllowedText(from, actor, line) });
}

export function isAllowed(from: Status, action: Action, actor: ActorRole, line: LineCode): boolean {
  return findRow(from, action, actor, line) !== undefined;
}

export function listStatusesBefore(action: Action): ReadonlySet<Status> {
  return new Set(STATE_TABLE.flatMap((row) => (row.action === action && row.from !== null ? [row.from] : [])));
}

export function getTargetStatus(row: Transition, calculated: CalculatedStatus | null): Status {
  if (row.to !== 'calculated') return row.to;
  if (calculated === null) throw new Error(`State table: ${row.action} needs a calculation`);
  return calculated;
}

function rowKey(from: Status | null, action: Action, actor: ActorRole): string {
  return `${from ?? '-'} ${action} ${actor}`;
}

function notAllowedText(from: Status | null, actor: ActorRole, line: LineCode): Text {
  const allowed = LEADING_ON.filter((row) => row.from === from && row.actors.includes(actor) && (row.line ?? line) === line).map(
    ({ action }) => action,
  );
  const refusal: Text =
    from === null
      ? { el: 'Η ενέργεια δεν επιτρέπεται.', en: 'The action is not allowed.' }
      : {
          el: `Η ενέργεια δεν επιτρέπεται στην κατάσταση «${getStatusTitle(from, line).el}».`,
          en: `The action is not allowed in the status “${getStatusTitle(from, line).en}”.`,
        };
  if (allowed.length === 0) return refusal;
  return {
    el: `${refusal.el} Επιτρέπονται: ${formatActions(allowed, 'el')}.`,
    en: `${refusal.en} Allowed: ${formatActions(allowed, 'en')}.`,
  };
}

export function buildFinalStatus(from: Status): DomainError {
  const { el, en } = STATUSES[from].title;
  const text = {
    el: `Η υπόθεση έχει κλείσει («${el}») και δεν μεταβάλλεται.`,
    en: `The case is closed (“${en}”) and can no longer be changed.`,
  };
  return new DomainError(ErrorCode.FINAL_STATUS, { text });
}

export const STATUS_SCHEMA = 'ApplicationStatus';

/** `x-enum-varnames` names the values in clients that generators write. */
export function buildStatusSchema(): { type: 'string'; enum: string[]; 'x-enum-varnames': string[]; description: string; example: string } {
  const codes = Object.values(Status);
  const description = ['State of an application or policy of either line, and what leads on from it:', '', ...codes.map(line)].join('\n');
  return { type: 'string', enum: codes, 'x-enum-varnames': Object.keys(Status), description, example: Status.CALCULATED };
}

function line(status: Status): string {
  const title = `- \`${status}\` ${STATUSES[status].title.en}`;
  if (FINAL_STATUSES.has(status)) return `${title} (final)`;
  const rows = LEADING_ON.filter(({ from }) => from === status);
  const ways = rows.map(({ action, to, actors, line: ofLine }) => {
    const by = [...(ofLine === undefined ? [] : [ofLine]), ...actors].join(', ');
    return `${action.replaceAll('_', ' ')} → ${to} (${by})`;
  });
  return `${title}: ${[...new Set(ways)].join('; ')}`;
}
