import { buildCheck } from '../../../common/validation/checks.js';
import {
  Afm,
  CheckedText,
  Email,
  IntegerBetween,
  ListOf,
  Nested,
  NumberBetween,
  Required,
  TextUpTo,
  TrueFalse,
} from '../../../common/validation/decorators.js';
import { Iban } from '../../../record/money/payouts/iban.js';
import { BankAccountName, NotEmptied, RequiredOneOf } from '../../common/fields.js';

const MAX_TEXT = 200;
const MAX_PREPAY_DAYS = 90;
const MAX_BANK_GRACE_DAYS = 10;
const MAX_SECOND_PERSON_ABOVE = 1_000_000;
const MAX_SUM_INSURED = 999_999_999;
const MAX_TOLERANCE_CENTS = 1_000;
const MAX_BANK_RULES = 50;
const MAX_RETENTION_YEARS = 50;
/** A program that was offline for a week must still find all events. */
const MIN_EVENT_DAYS = 7;
const MAX_EVENT_DAYS = 3_650;
const MAX_DOCUMENTS = 1_000;
/** The largest possible document must fit into the limit. */
const LARGEST_DOCUMENT_MB = 3;
const MAX_APPLICATION_MB = 10_000;
const MAX_DAY_MB = 1_000_000;
const MAX_ARCHIVE_DAYS = 3_650;

const CREDITOR_CHECK = buildCheck(
  'creditorCode',
  { el: 'Τέσσερα ψηφία.', en: 'Four digits.' },
  (value) => typeof value === 'string' && /^\d{4}$/.test(value),
  { pattern: '^\\d{4}$' },
);

const INSURER_CODE_CHECK = buildCheck(
  'greenCardInsurerCode',
  { el: 'Έως δέκα λατινικά κεφαλαία και ψηφία.', en: 'Up to ten Latin capitals and digits.' },
  (value) => typeof value === 'string' && /^[0-9A-Z]{1,10}$/.test(value),
  { pattern: '^[0-9A-Z]{1,10}$' },
);

const GEMI_CHECK = buildCheck(
  'gemi',
  { el: 'Έως δώδεκα ψηφία.', en: 'Up to twelve digits.' },
  (value) => typeof value === 'string' && /^\d{1,12}$/.test(value),
  { pattern: '^\\d{1,12}$' },
);

export class TextDto {
  /** Greek text. @example 'Υπόδειγμα Ασφαλιστική Α.Ε.' */
  @NotEmptied()
  @TextUpTo(MAX_TEXT)
  el?: string;

  /** English text. @example 'Sample Insurance S.A.' */
  @NotEmptied()
  @TextUpTo(MAX_TEXT)
  en?: string;
}

export class InsurerDto {
  /** Name of the company. */
  @NotEmptied()
  @Nested(() => TextDto)
  name?: TextDto;

  /** Tax number. @example '094014201' */
  @NotEmptied()
  @Afm()
  afm?: string;

  /** Address of the company. */
  @NotEmptied()
  @Nested(() => TextDto)
  address?: TextDto;

  /** Telephone number. @example '+30 210 0000000' */
  @NotEmptied()
  @TextUpTo(40)
  phone?: string;

  /** E-mail address. @example 'info@insurer.example' */
  @NotEmptied()
  @Email()
  email?: string;

  /** Number in the general commercial registry (ΓΕΜΗ): up to 12 digits. @example '000000000000' */
  @NotEmptied()
  @CheckedText(GEMI_CHECK)
  gemi?: string;

  /** Seat of the company. */
  @NotEmptied()
  @Nested(() => TextDto)
  seat?: TextDto;

  /** Authorisation and supervision, as they follow the name in the product information. */
  @NotEmptied()
  @Nested(() => TextDto)
  registration?: TextDto;

  /** Law that governs the contracts, and jurisdiction. */
  @NotEmptied()
  @Nested(() => TextDto)
  applicableLaw?: TextDto;
}

export class WithholdingPercentsDto {
  /** Agents who are persons, 0 to 100. @example 20 */
  @NotEmptied()
  @NumberBetween(0, 100)
  individual?: number;

  /** Agents that are companies, 0 to 100. @example 0 */
  @NotEmptied()
  @NumberBetween(0, 100)
  company?: number;
}

export class BankRuleDto {
  /** CREDIT or DEBIT. @example 'DEBIT' */
  @RequiredOneOf(['CREDIT', 'DEBIT'])
  direction: 'CREDIT' | 'DEBIT';

  /** Beginning of the bank's transaction code; null for any. @example 'ACMT/MDOP/CHRG' */
  @TextUpTo(35)
  bankCode?: string | null;

  /** Part of the text of the line, without regard to case and accents; null for any. @example 'ΠΡΟΜΗΘΕΙΑ' */
  @TextUpTo(100)
  text?: string | null;

  /** Name of the account of the books that it is booked to. @example 'charges' */
  @Required()
  @BankAccountName()
  account: string;
}

export class SettingsDto {
  /** Days after which an unpaid application in prepay is cancelled, 1 to 90; applies to later prepays. @example 15 */
  @NotEmptied()
  @IntegerBetween(1, MAX_PREPAY_DAYS)
  prepayCancelDays?: number;

  /** Banking days from the last day to pay until what is unpaid ends, 0 to 10. @example 3 */
  @NotEmptied()
  @IntegerBetween(0, MAX_BANK_GRACE_DAYS)
  bankGraceDays?: number;

  /** Euro above which reversals and similar actions need a second person, 0 to 1000000. @example 1000 */
  @NotEmptied()
  @IntegerBetween(0, MAX_SECOND_PERSON_ABOVE)
  secondPersonAbove?: number;

  /** Whether underwriters without any authority may decide nothing, instead of everything. @example false */
  @NotEmptied()
  @TrueFalse()
  requireAuthority?: boolean;

  /** Sum insured above which an approval needs a second person, 0 to 999999999; null: none does. @example 500000 */
  @IntegerBetween(0, MAX_SUM_INSURED)
  secondPersonApprovalsAbove?: number | null;

  /** Whether declining a referral needs a second person. @example false */
  @NotEmptied()
  @TrueFalse()
  secondPersonDeclines?: boolean;

  /** Whether closing a month needs a second person. @example false */
  @NotEmptied()
  @TrueFalse()
  secondPersonClosings?: boolean;

  /** Whether granting and ending an authority needs a second administrator. @example false */
  @NotEmptied()
  @TrueFalse()
  secondPersonAuthorities?: boolean;

  /** Whether transferring contracts to another agent needs a second administrator. @example false */
  @NotEmptied()
  @TrueFalse()
  secondPersonTransfers?: boolean;

  /** Cents by which a payment may differ from what is due, 0 to 1000; the difference is written off. @example 50 */
  @NotEmptied()
  @IntegerBetween(0, MAX_TOLERANCE_CENTS)
  toleranceCents?: number;

  /**
   * Lines of bank statements that are booked to an account and not as payments, such as charges and interest. The first
   * rule that fits applies. Debits without a rule stay open, credits go to suspense.
   */
  @NotEmptied()
  @ListOf(() => BankRuleDto, MAX_BANK_RULES)
  bankRules?: BankRuleDto[];

  /** Whether closing a month books its unearned premium by day, and releases it in the next. @example true */
  @NotEmptied()
  @TrueFalse()
  unearnedPremium?: boolean;

  /** Years after the last change until a person without a contract is erased, 0 to 50; 0: never. @example 10 */
  @NotEmptied()
  @IntegerBetween(0, MAX_RETENTION_YEARS)
  retentionYears?: number;

  /** Days for which programs can read events, 7 to 3650. @example 90 */
  @NotEmptied()
  @IntegerBetween(MIN_EVENT_DAYS, MAX_EVENT_DAYS)
  eventRetentionDays?: number;

  /** Maximum number of uploaded documents per application, 1 to 1000, without deleted ones. @example 100 */
  @NotEmptied()
  @IntegerBetween(1, MAX_DOCUMENTS)
  documentsPerApplication?: number;

  /** Maximum megabytes (10^6 bytes) of uploads per application, 3 to 10000, without deleted ones. @example 100 */
  @NotEmptied()
  @IntegerBetween(LARGEST_DOCUMENT_MB, MAX_APPLICATION_MB)
  documentMegabytesPerApplication?: number;

  /** Maximum megabytes of uploads per agent and day (Athens), 3 to 1000000, with deleted ones. @example 2000 */
  @NotEmptied()
  @IntegerBetween(LARGEST_DOCUMENT_MB, MAX_DAY_MB)
  documentMegabytesPerAgentDay?: number;

  /** Days after which documents move to the object storage, 0 to 3650; 0: never. @example 0 */
  @NotEmptied()
  @IntegerBetween(0, MAX_ARCHIVE_DAYS)
  documentArchiveDays?: number;

  /** Creditor code of new payment codes, four digits; 0000 in the sandbox, and only there. @example '1234' */
  @NotEmptied()
  @CheckedText(CREDITOR_CHECK)
  creditorCode?: string;

  /** The insurer's code on green cards: up to ten Latin capitals and digits. @example '000' */
  @NotEmptied()
  @CheckedText(INSURER_CODE_CHECK)
  greenCardInsurerCode?: string;

  /** IBAN of the account that pays refunds; null: refunds cannot be paid. @example 'GR1601101250000000012300695' */
  @Iban()
  payoutIban?: string | null;

  /** Tax that is withheld from commission, in percent. Counts for statements that are prepared later. */
  @NotEmptied()
  @Nested(() => WithholdingPercentsDto)
  withholdingPercents?: WithholdingPercentsDto;

  /** The company. */
  @NotEmptied()
  @Nested(() => InsurerDto)
  insurer?: InsurerDto;
}
