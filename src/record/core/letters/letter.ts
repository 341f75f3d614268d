import type { LocalDate } from '../../../common/athens.js';
import type { Text } from '../../../common/language.js';
import type { Amount } from '../../../common/money.js';
import type { LetterKind } from '../../reference/settings/letter-texts.js';
import type { InsurerDetails, LabelValue } from '../documents/rendering/documents.types.js';

/** Facts of a letter, by the name of their placeholder. Each kind requires its own (`letter-texts.ts`). */
export interface LetterFacts {
  readonly amount?: Amount;
  readonly dueDate?: LocalDate;
  readonly paymentCode?: string;
  readonly instalmentNo?: number;
  readonly startDate?: LocalDate;
  readonly endDate?: LocalDate;
  /** First day without cover. */
  readonly coverUntil?: LocalDate;
  /** Last day on which an unpaid instalment can be paid. */
  readonly lastDay?: LocalDate;
  readonly noticeDate?: LocalDate;
  readonly acceptBy?: LocalDate;
  /** Day on which an application was declined. */
  readonly decidedOn?: LocalDate;
  readonly paidOn?: LocalDate;
  readonly effectiveDate?: LocalDate;
  readonly act?: Text;
  /** Name of the policyholder, in a letter to somebody else. */
  readonly client?: string;
  /** Moment at which a declaration arrived; the day where the time is not known. */
  readonly receivedAt?: Date | LocalDate;
  /** Way in which a declaration was sent. */
  readonly way?: Text;
  /** Declaration of the customer, in its own words. */
  readonly statement?: Text;
  readonly outcome?: Text;
}

export interface NewLetter {
  readonly kind: LetterKind;
  /** Distinguishes letters of a kind; each is written once. Absent when an application has one only. @example '2:20' */
  readonly about?: string;
  readonly facts: LetterFacts;
  /** Name of the creditor that a `CREDITOR_NOTICE` is for; absent in letters to the customer. */
  readonly creditor?: Text;
}

export interface LetterContent {
  readonly insurer: InsurerDetails;
  readonly recipient: { readonly name: string; readonly address: string | null };
  readonly subject: string;
  readonly body: string;
  readonly signature: string;
  readonly facts: readonly LabelValue[];
}

export type LetterContents = Readonly<Record<keyof Text, LetterContent>>;

export const MAIL_STATES = ['pending', 'sent', 'shown', 'failed', 'no_address', 'stopped'] as const;
export const MAIL_RECIPIENTS = ['CLIENT', 'AGENT', 'CREDITOR'] as const;
export type MailState = (typeof MAIL_STATES)[number];

export interface LetterMail {
  readonly id: number;
  readonly recipient: (typeof MAIL_RECIPIENTS)[number];
  readonly channel: 'EMAIL' | 'SMS';
  readonly address: string | null;
  readonly state: MailState;
  /** User who sent the letter again; otherwise null. */
  readonly requestedBy: string | null;
  readonly requestedAt: Date;
  readonly attempts: number;
  /** Whether an earlier attempt may have delivered it already. */
  readonly mayBeDouble: boolean;
  readonly endedAt: Date | null;
  readonly failure: string | null;
}

export interface Letter {
  readonly id: number;
  readonly applicationId: number;
  readonly kind: LetterKind;
  readonly about: string;
  readonly content: LetterContents;
  readonly writtenAt: Date;
  readonly mails: readonly LetterMail[];
}
