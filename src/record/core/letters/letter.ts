import type { LocalDate } from '../../../common/athens.js';
import type { Text } from '../../../common/language.js';
import type { Amount } from '../../../common/money.js';
import type { LetterKind } from '../../reference/settings/letter-texts.js';
import type { InsurerDetails, LabelValue } from '../documents/rendering/documents.types.js';

/** Facts by the name of their placeholder; each kind requires its own (`letter-texts.ts`). */
export interface LetterFacts {
  readonly amount?: Amount;
  readonly dueDate?: LocalDate;
  readonly paymentCode?: string;
  readonly instalmentNo?: number;
  readonly startDate?: LocalDate;
  readonly endDate?: LocalDate;
  readonly coverUntil?: LocalDate;
  readonly lastDay?: LocalDate;
  readonly noticeDate?: LocalDate;
  readonly acceptBy?: LocalDate;
  readonly decidedOn?: LocalDate;
  readonly paidOn?: LocalDate;
  readonly effectiveDate?: LocalDate;
  readonly act?: Text;
  readonly client?: string;
  readonly receivedAt?: Date | LocalDate;
  readonly way?: Text;
  readonly statement?: Text;
  readonly outcome?: Text;
}

export interface NewLetter {
  readonly kind: LetterKind;
  /** Each is written once; absent when an application has one only. @example '2:20' */
  readonly about?: string;
  readonly facts: LetterFacts;
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
  readonly requestedBy: string | null;
  readonly requestedAt: Date;
  readonly attempts: number;
  /** An earlier attempt may have delivered it already. */
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
