import { invalid } from '../../../common/validation/checks.js';
import { Afm, CheckedText, Email, IntegerBetween, Nested, TextUpTo } from '../../../common/validation/decorators.js';
import { Iban } from '../../../record/money/payouts/iban.js';
import { NotEmptied } from '../../common/fields.js';

const MAX_TEXT = 200;
const MAX_PREPAY_DAYS = 90;
const MAX_RETENTION_YEARS = 50;
/** A program that was away for a week must find what it missed. */
const MIN_EVENT_DAYS = 7;
const MAX_EVENT_DAYS = 3_650;
const MAX_DOCUMENTS = 1_000;
/** Below it the largest document could not be uploaded at all. */
const LARGEST_DOCUMENT_MB = 3;
const MAX_APPLICATION_MB = 10_000;
const MAX_DAY_MB = 1_000_000;

const CREDITOR_CHECK = invalid(
  'creditorCode',
  { el: 'Τέσσερα ψηφία.', en: 'Four digits.' },
  (value) => typeof value === 'string' && /^\d{4}$/.test(value),
);

const INSURER_CODE_CHECK = invalid(
  'greenCardInsurerCode',
  { el: 'Έως δέκα λατινικά κεφαλαία και ψηφία.', en: 'Up to ten Latin capitals and digits.' },
  (value) => typeof value === 'string' && /^[0-9A-Z]{1,10}$/.test(value),
);

/** A text in both languages. */
export class TextDto {
  /** Greek @example 'Υπόδειγμα Ασφαλιστική Α.Ε.' */
  @NotEmptied()
  @TextUpTo(MAX_TEXT)
  el?: string;

  /** English @example 'Sample Insurance S.A.' */
  @NotEmptied()
  @TextUpTo(MAX_TEXT)
  en?: string;
}

/** Who stands on policies, receipts and payment notifications. */
export class InsurerDto {
  /** Name of the company */
  @NotEmptied()
  @Nested(() => TextDto)
  name?: TextDto;

  /** Tax number @example '094014201' */
  @NotEmptied()
  @Afm()
  afm?: string;

  /** Address of the company */
  @NotEmptied()
  @Nested(() => TextDto)
  address?: TextDto;

  /** Telephone @example '+30 210 0000000' */
  @NotEmptied()
  @TextUpTo(40)
  phone?: string;

  /** E-mail address @example 'info@insurer.example' */
  @NotEmptied()
  @Email()
  email?: string;
}

/** What the insurer sets in an environment. In a change, what is left out stays as it is. */
export class SettingsDto {
  /** Days from prepay until an unpaid application is cancelled, 1 to 90; counts for what goes to prepay from then on @example 15 */
  @NotEmptied()
  @IntegerBetween(1, MAX_PREPAY_DAYS)
  prepayCancelDays?: number;

  /**
   * Years after which a person without a contract is erased, 0 to 50, counted from the last day on which an agent applied for it or changed what
   * is kept of it; 0 keeps all persons
   * @example 10
   */
  @NotEmptied()
  @IntegerBetween(0, MAX_RETENTION_YEARS)
  retentionYears?: number;

  /** Days for which an agent's program can read events, 7 to 3650 @example 90 */
  @NotEmptied()
  @IntegerBetween(MIN_EVENT_DAYS, MAX_EVENT_DAYS)
  eventRetentionDays?: number;

  /** Documents that agents may upload to one application, 1 to 1000; what is deleted no longer counts @example 100 */
  @NotEmptied()
  @IntegerBetween(1, MAX_DOCUMENTS)
  documentsPerApplication?: number;

  /**
   * Megabytes (1,000,000 bytes) of the documents that agents may upload to one application, 3 to 10000; what is deleted no longer counts
   * @example 100
   */
  @NotEmptied()
  @IntegerBetween(LARGEST_DOCUMENT_MB, MAX_APPLICATION_MB)
  documentMegabytesPerApplication?: number;

  /** Megabytes (1,000,000 bytes) that one agent may upload on one day of Athens, 3 to 1000000; what is deleted counts too @example 2000 */
  @NotEmptied()
  @IntegerBetween(LARGEST_DOCUMENT_MB, MAX_DAY_MB)
  documentMegabytesPerAgentDay?: number;

  /** Creditor of new payment codes, four digits; 0000 in the sandbox, and only there @example '1234' */
  @NotEmptied()
  @CheckedText(CREDITOR_CHECK)
  creditorCode?: string;

  /** The insurer's code at its motor insurers' bureau, as green cards name it: up to ten Latin capitals and digits @example '000' */
  @NotEmptied()
  @CheckedText(INSURER_CODE_CHECK)
  greenCardInsurerCode?: string;

  /**
   * Account of the company that refunds are paid from, an IBAN; null: none, and nothing is paid out
   * @example 'GR1601101250000000012300695'
   */
  @Iban()
  payoutIban?: string | null;

  /** The company */
  @NotEmptied()
  @Nested(() => InsurerDto)
  insurer?: InsurerDto;
}
