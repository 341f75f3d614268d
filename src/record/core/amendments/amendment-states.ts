import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { ActorRole, Transition } from '../applications/state-table.js';
import { Status, STATUSES, type CalculatedStatus } from '../applications/status.js';

export type AmendmentAction =
  | Extract<
      Transition['action'],
      | 'insert'
      | 'update'
      | 'calc'
      | 'request_approval'
      | 'approve'
      | 'return'
      | 'request_documents'
      | 'decline'
      | 'prepay'
      | 'issue'
      | 'prepay_expires'
      | 'cancel'
      | 'reinstate'
    >
  | 'reverse';

interface AmendmentTransition {
  readonly from: Status | null;
  readonly action: AmendmentAction;
  readonly actors: readonly ActorRole[];
  readonly to: Status | 'calculated';
}

const { IN_ENTRY, NEEDS_APPROVAL, CALCULATED, UNDER_REVIEW, DOCUMENTS_REQUESTED, DECLINED, PREPAY, CANCELLED, IN_FORCE } = Status;
const REVERSED = Status.CANCELLED_MID_TERM;
const OFFICE: readonly ActorRole[] = ['agent', 'staff'];

function from(statuses: readonly Status[], row: Omit<AmendmentTransition, 'from'>): AmendmentTransition[] {
  return statuses.map((status) => ({ from: status, ...row }));
}

/** Transitions of amendments of all lines (docs/states.md). 50 is an issued amendment, 70 a reversed one. */
export const AMENDMENT_STATES: readonly AmendmentTransition[] = [
  { from: null, action: 'insert', actors: OFFICE, to: 'calculated' },
  ...from([IN_ENTRY, NEEDS_APPROVAL, CALCULATED, DECLINED], { action: 'update', actors: OFFICE, to: 'calculated' }),
  // A new price replaces the payment code.
  ...from([IN_ENTRY, NEEDS_APPROVAL, CALCULATED, PREPAY], { action: 'calc', actors: OFFICE, to: 'calculated' }),
  ...from([NEEDS_APPROVAL, DOCUMENTS_REQUESTED], { action: 'request_approval', actors: OFFICE, to: UNDER_REVIEW }),
  { from: UNDER_REVIEW, action: 'approve', actors: ['underwriter'], to: CALCULATED },
  { from: UNDER_REVIEW, action: 'return', actors: ['underwriter'], to: IN_ENTRY },
  { from: UNDER_REVIEW, action: 'request_documents', actors: ['underwriter'], to: DOCUMENTS_REQUESTED },
  ...from([UNDER_REVIEW, DOCUMENTS_REQUESTED], { action: 'decline', actors: ['underwriter'], to: DECLINED }),
  { from: CALCULATED, action: 'prepay', actors: OFFICE, to: PREPAY },
  { from: CALCULATED, action: 'issue', actors: [...OFFICE, 'underwriter'], to: IN_FORCE },
  { from: PREPAY, action: 'issue', actors: [...OFFICE, 'bank'], to: IN_FORCE },
  { from: PREPAY, action: 'prepay_expires', actors: ['clock'], to: CALCULATED },
  ...from([IN_ENTRY, NEEDS_APPROVAL, CALCULATED, DOCUMENTS_REQUESTED, DECLINED, PREPAY], {
    action: 'cancel',
    actors: OFFICE,
    to: CANCELLED,
  }),
  { from: IN_FORCE, action: 'reverse', actors: ['staff'], to: REVERSED },
  // Another amendment takes its place.
  { from: REVERSED, action: 'reinstate', actors: ['staff'], to: REVERSED },
];

/** @throws DomainError FINAL_STATUS (-401), NOT_ALLOWED_IN_STATUS (-400) */
export function getAmendmentTarget(
  from: Status | null,
  action: AmendmentAction,
  actor: ActorRole,
  calculated: CalculatedStatus | null = null,
): Status {
  const row = AMENDMENT_STATES.find((each) => each.from === from && each.action === action && each.actors.includes(actor));
  if (!row) throw buildRefusal(from);
  if (row.to !== 'calculated') return row.to;
  if (calculated === null) throw new Error(`The ${action} of an amendment needs a calculation.`);
  return calculated;
}

export function listAmendmentActions(status: Status, actor: ActorRole): AmendmentAction[] {
  return AMENDMENT_STATES.filter((row) => row.from === status && row.actors.includes(actor)).map(({ action }) => action);
}

const AMENDMENT_TITLES: Readonly<Partial<Record<Status, { readonly el: string; readonly en: string }>>> = {
  [IN_FORCE]: { el: 'Εκδόθηκε', en: 'Issued' },
  [REVERSED]: { el: 'Αντιλογίστηκε', en: 'Reversed' },
};

export function getAmendmentTitle(status: Status): { readonly el: string; readonly en: string } {
  return AMENDMENT_TITLES[status] ?? STATUSES[status].title;
}

function buildRefusal(from: Status | null): DomainError {
  if (from === null) return new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS);
  const { el, en } = getAmendmentTitle(from);
  const isFinal = from === CANCELLED || from === IN_FORCE || from === REVERSED;
  const text = {
    el: `Η ενέργεια δεν επιτρέπεται σε πρόσθετη πράξη με κατάσταση «${el}».`,
    en: `The action is not allowed for an amendment in the status “${en}”.`,
  };
  return new DomainError(isFinal ? ErrorCode.FINAL_STATUS : ErrorCode.NOT_ALLOWED_IN_STATUS, { text });
}
