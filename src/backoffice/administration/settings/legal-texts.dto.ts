import { invalid, type Check } from '../../../common/validation/checks.js';
import { CheckedText, Email, IntegerBetween, Nested, OneOf, Required, TextUpTo } from '../../../common/validation/decorators.js';
import { PLACEHOLDERS, placeholdersIn } from '../../../record/reference/settings/legal-texts.js';

const MAX_SHORT = 200;
const MAX_TEXT = 3_000;
const MAX_DAYS = 365;

const KNOWN: ReadonlySet<string> = new Set(PLACEHOLDERS);
const LIST = PLACEHOLDERS.map((name) => `{${name}}`).join(' ');

// A form has lines; anything else that is not seen has no place on paper.
const UNPRINTABLE = /(?!\n)[\p{Cc}\p{Cs}]/u;

/** Of up to 3000 characters; in braces only what the program fills in. */
const LEGAL_TEXT: Check = invalid(
  'legalText',
  { el: `Έως ${MAX_TEXT} χαρακτήρες· σε άγκιστρα μόνο ${LIST}.`, en: `At most ${MAX_TEXT} characters; in braces only ${LIST}.` },
  (value) =>
    typeof value === 'string' &&
    value.length <= MAX_TEXT &&
    !UNPRINTABLE.test(value) &&
    placeholdersIn(value).every((name) => KNOWN.has(name)),
);

/** The same, with the period in it: a figure that is changed must not differ from what the text says. */
const PERIOD_TEXT: Check = invalid(
  'periodText',
  { el: `Το κείμενο πρέπει να περιέχει {days}.`, en: `The text must contain {days}.` },
  (value) => typeof value === 'string' && placeholdersIn(value).includes('days'),
);

const HTTPS_ADDRESS: Check = invalid(
  'httpsAddress',
  { el: 'Διεύθυνση που αρχίζει με https://.', en: 'An address that begins with https://.' },
  (value) => typeof value === 'string' && /^https:\/\/[^\s]{4,190}$/.test(value) && URL.canParse(value),
);

/** A short text in both languages. */
export class ShortTextDto {
  /** Greek @example 'Γενικοί όροι ασφάλισης πυρός' */
  @Required()
  @TextUpTo(MAX_SHORT)
  el: string;

  /** English @example 'General conditions of fire insurance' */
  @Required()
  @TextUpTo(MAX_SHORT)
  en: string;
}

/** A text in both languages. `{insurer}`, `{address}`, `{email}` and `{policyNo}` are filled in when it is printed. */
export class LegalTextDto {
  /** Greek, at most 3000 characters @example 'Προς την {insurer}, {address}. Ασφαλιστήριο {policyNo}.' */
  @Required()
  @CheckedText(LEGAL_TEXT)
  el: string;

  /** English, at most 3000 characters @example 'To {insurer}, {address}. Policy {policyNo}.' */
  @Required()
  @CheckedText(LEGAL_TEXT)
  en: string;
}

/** A text in both languages in which the period stands as `{days}`. */
export class PeriodTextDto {
  /** Greek, at most 3000 characters, with `{days}` @example 'Εντός {days} ημερών από την παράδοση του ασφαλιστηρίου.' */
  @Required()
  @CheckedText(LEGAL_TEXT)
  @CheckedText(PERIOD_TEXT)
  el: string;

  /** English, at most 3000 characters, with `{days}` @example 'Within {days} days from the delivery of the policy.' */
  @Required()
  @CheckedText(LEGAL_TEXT)
  @CheckedText(PERIOD_TEXT)
  en: string;
}

/** The general conditions of a line, by reference. */
export class GeneralConditionsDto {
  /** Title */
  @Required()
  @Nested(() => ShortTextDto)
  title: ShortTextDto;

  /** What they go by @example 'ΓΟ-ΠΥΡ' */
  @Required()
  @TextUpTo(40)
  reference: string;

  /** Their version @example '2026-1' */
  @Required()
  @TextUpTo(40)
  version: string;

  /** Where they are read, https @example 'https://insurer.example/terms/fire' */
  @Required()
  @CheckedText(HTTPS_ADDRESS)
  url: string;
}

/** Where a claim is reported. */
export class ClaimTextsDto {
  /** What has to be done */
  @Required()
  @Nested(() => LegalTextDto)
  text: LegalTextDto;

  /** Telephone @example '+30 210 0000000' */
  @Required()
  @TextUpTo(40)
  phone: string;

  /** Hours of the telephone */
  @Required()
  @Nested(() => ShortTextDto)
  hours: ShortTextDto;

  /** Address */
  @Required()
  @Nested(() => ShortTextDto)
  address: ShortTextDto;

  /** E-mail address @example 'claims@insurer.example' */
  @Required()
  @Email()
  email: string;

  /** Telephone of the friendly settlement between vehicles; null in a line without @example '+30 210 0000000' */
  @TextUpTo(40)
  friendlySettlementPhone?: string | null;
}

/** What only concerns a line of business. */
export class LineTextsDto {
  /** General conditions */
  @Required()
  @Nested(() => GeneralConditionsDto)
  generalConditions: GeneralConditionsDto;

  /** Claims */
  @Required()
  @Nested(() => ClaimTextsDto)
  claims: ClaimTextsDto;
}

/** A right of the policyholder with its form. */
export class RightTextsDto {
  /** Its period in days, 1 to 365 @example 14 */
  @Required()
  @IntegerBetween(1, MAX_DAYS)
  days: number;

  /** What it is */
  @Required()
  @Nested(() => PeriodTextDto)
  text: PeriodTextDto;

  /** The declaration, above the lines that are filled in */
  @Required()
  @Nested(() => LegalTextDto)
  form: LegalTextDto;
}

/** Where to complain. */
export class ComplaintTextsDto {
  /** Days within which a complaint is answered, 1 to 365 @example 50 */
  @Required()
  @IntegerBetween(1, MAX_DAYS)
  days: number;

  /** Department */
  @Required()
  @Nested(() => ShortTextDto)
  department: ShortTextDto;

  /** Address */
  @Required()
  @Nested(() => ShortTextDto)
  address: ShortTextDto;

  /** Telephone @example '+30 210 0000000' */
  @Required()
  @TextUpTo(40)
  phone: string;

  /** E-mail address @example 'complaints@insurer.example' */
  @Required()
  @Email()
  email: string;

  /** How a complaint is made and answered */
  @Required()
  @Nested(() => PeriodTextDto)
  text: PeriodTextDto;
}

/** The legal texts of policies, all of them: a change gives all anew. */
export class LegalTextsRequest {
  /** Of fire insurance */
  @Required()
  @Nested(() => LineTextsDto)
  fire: LineTextsDto;

  /** Of motor insurance */
  @Required()
  @Nested(() => LineTextsDto)
  motor: LineTextsDto;

  /** Right of withdrawal */
  @Required()
  @Nested(() => RightTextsDto)
  withdrawal: RightTextsDto;

  /** Right of objection */
  @Required()
  @Nested(() => RightTextsDto)
  objection: RightTextsDto;

  /** Complaints */
  @Required()
  @Nested(() => ComplaintTextsDto)
  complaints: ComplaintTextsDto;

  /** Who settles a dispute out of court, and the supervisor */
  @Required()
  @Nested(() => LegalTextDto)
  outOfCourt: LegalTextDto;
}

/** The legal texts in force. */
export class LegalTextsResponse extends LegalTextsRequest {
  /** Counts the changes; a policy says which one it was printed with @example 1 */
  version: number;
}

/** Lines of business that have legal texts of their own. */
const LINES_WITH_TEXTS = ['fire', 'motor'] as const;

/** Which policies a preview is of. */
export class LegalTextsPreviewQueryDto {
  /** fire or motor @example 'fire' */
  @Required()
  @OneOf(LINES_WITH_TEXTS)
  line: (typeof LINES_WITH_TEXTS)[number];
}
