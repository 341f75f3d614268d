import { createHash } from 'node:crypto';
import type { Language, Text } from '../../../common/language.js';
import type { Amount } from '../../../common/money.js';
import type { LocalDate } from '../../../common/athens.js';

export const ACT_KINDS = ['ACCEPTED', 'REJECTED', 'WITHDRAWN'] as const;
export type ActKind = (typeof ACT_KINDS)[number];

/** LINK: the customer's page; AGENT: an agent's program; STAFF: entered by staff; SANDBOX: an agent as the customer. */
export const ACT_CHANNELS = ['LINK', 'AGENT', 'STAFF', 'SANDBOX'] as const;
export type ActChannel = (typeof ACT_CHANNELS)[number];

export interface StatementAnswer {
  readonly code: string;
  readonly given: boolean;
}

/** Contains no data of a person, so that it survives an erasure. */
export interface ShownContent {
  readonly language: Language;
  readonly number: string;
  readonly version: number;
  readonly startDate: LocalDate;
  readonly endDate: LocalDate;
  readonly gross: Amount | null;
  readonly instalments: readonly { readonly no: number; readonly from: LocalDate; readonly gross: Amount }[];
  readonly covers: readonly { readonly object: number; readonly title: string; readonly sumInsured: Amount | null }[];
  readonly documents: readonly { readonly id: string; readonly title: string; readonly fileName: string; readonly sha256: string }[];
  readonly statements: readonly { readonly code: string; readonly text: string; readonly isRequired: boolean }[];
}

export interface NewAct {
  readonly applicationId: number;
  readonly linkId: number | null;
  readonly kind: ActKind;
  readonly channel: ActChannel;
  readonly at: Date;
  readonly actorName: string;
  readonly address: string | null;
  /** Masked address of the code that signed it; null without one. */
  readonly sentTo: string | null;
  readonly shown: string;
  readonly answers: readonly StatementAnswer[];
  readonly reason: string | null;
}

export interface CustomerAct extends NewAct {
  readonly id: number;
  readonly shownSha256: string;
}

export function writeShown(content: object): string {
  return JSON.stringify(content);
}

export function hashShown(shown: string): string {
  return createHash('sha256').update(shown).digest('hex');
}

interface Statement {
  readonly code: string;
  readonly isRequired: boolean;
  readonly text: Text;
}

export const STATEMENTS: readonly Statement[] = [
  {
    code: 'READ',
    isRequired: true,
    text: {
      el: 'Έλαβα και διάβασα τα έγγραφα και τα στοιχεία της πρότασης πριν από την αποδοχή της.',
      en: 'I have received and read the documents and the particulars of the proposal before accepting it.',
    },
  },
  {
    code: 'TRUE',
    isRequired: true,
    text: {
      el: 'Τα στοιχεία που δηλώθηκαν στην αίτηση είναι αληθή και πλήρη.',
      en: 'The particulars given in the application are true and complete.',
    },
  },
  {
    code: 'ELECTRONIC',
    isRequired: false,
    text: {
      el: 'Συμφωνώ να λαμβάνω τα έγγραφα της ασφάλισης με ηλεκτρονικά μέσα.',
      en: 'I agree to receive the documents of the insurance by electronic means.',
    },
  },
];
