import { toLocalDate } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import { isInWithdrawalPeriod } from '../../../pricing/refund.js';
import type { ApplicationRecord } from '../../core/applications/application.js';
import { POLICY_STATUSES, Status } from '../../core/applications/status.js';

export const LINK_PURPOSES = ['accept', 'pay', 'policy', 'withdraw'] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

export const LINK_DAYS = 7;
export const MAX_LINK_DAYS = 30;
/** Wrong attempts, at the second factor or at codes, after which a link is locked. */
export const MAX_FAILURES = 5;
export const MAX_VALID_LINKS = 10;
/** Limit per link, so that nobody can flood a mailbox. */
export const MAX_CODES = 5;
export const CODE_MINUTES = 15;
export const PROOF_SECONDS = 3600;

export const LINK_STATES = ['open', 'expired', 'withdrawn', 'locked'] as const;
export type LinkState = (typeof LINK_STATES)[number];

export interface CustomerLink {
  readonly id: number;
  readonly applicationId: number;
  readonly purpose: LinkPurpose;
  readonly expiresAt: Date;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly withdrawnBy: string | null;
  readonly withdrawnAt: Date | null;
  readonly failures: number;
  readonly codeFailures: number;
}

export interface OpenLink extends CustomerLink {
  readonly agentCode: string;
  readonly secret: Buffer;
}

export function getLinkState({ expiresAt, withdrawnAt, failures, codeFailures }: CustomerLink, now: Date): LinkState {
  if (withdrawnAt !== null) return 'withdrawn';
  if (Math.max(failures, codeFailures) >= MAX_FAILURES) return 'locked';
  return expiresAt <= now ? 'expired' : 'open';
}

/** One refusal for all: unknown, expired, withdrawn, locked, of another purpose. */
export function buildLinkRefusal(): DomainError {
  return new DomainError(ErrorCode.TOKEN_REFUSED, { text: NOT_VALID });
}

const NOT_VALID: Text = {
  el: 'Ο σύνδεσμος δεν ισχύει ή έχει λήξει. Ζητήστε νέο από τον ασφαλιστικό σας διαμεσολαβητή.',
  en: 'The link is not valid or has expired. Ask your insurance intermediary for a new one.',
};

const WITHDRAWABLE: ReadonlySet<Status> = new Set([Status.IN_FORCE, Status.UNPAID]);
const STATUSES: Readonly<Record<LinkPurpose, ReadonlySet<Status>>> = {
  accept: new Set([Status.AWAITING_ACCEPTANCE, Status.AWAITING_CUSTOMER_APPROVAL]),
  pay: new Set([Status.PREPAY, ...WITHDRAWABLE]),
  policy: POLICY_STATUSES,
  withdraw: WITHDRAWABLE,
};

export function assertPurpose(purpose: LinkPurpose, application: ApplicationRecord, now: Date): void {
  if (!STATUSES[purpose].has(application.status)) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: NOT_IN_STATUS[purpose] });
  if (purpose === 'withdraw') assertWithdrawalPeriod(application, now);
}

/** @throws DomainError INVALID after the 14th day (money.79) */
export function assertWithdrawalPeriod({ issueDate, startDate }: Pick<ApplicationRecord, 'issueDate' | 'startDate'>, now: Date): void {
  if (!isInWithdrawalPeriod(issueDate ?? startDate, toLocalDate(now))) throw new DomainError(ErrorCode.INVALID, { text: TOO_LATE });
}

const TOO_LATE: Text = {
  el: 'Η προθεσμία υπαναχώρησης των 14 ημερών από την έκδοση έχει λήξει.',
  en: 'The withdrawal period of 14 days from the issue has ended.',
};

const NOT_IN_STATUS: Readonly<Record<LinkPurpose, Text>> = {
  accept: { el: 'Η αίτηση δεν περιμένει την απάντηση του πελάτη.', en: 'The application does not await the customer’s answer.' },
  pay: { el: 'Δεν υπάρχει ποσό προς πληρωμή.', en: 'There is nothing to pay.' },
  policy: { el: 'Δεν έχει εκδοθεί συμβόλαιο.', en: 'No policy has been issued.' },
  withdraw: { el: 'Δεν υπάρχει συμβόλαιο σε ισχύ.', en: 'There is no policy in force.' },
};
