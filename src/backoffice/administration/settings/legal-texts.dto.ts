import { buildCheck, type Check } from '../../../common/validation/checks.js';
import { CheckedText, Email, Required, TextUpTo } from '../../../common/validation/decorators.js';
import { PLACEHOLDERS, listPlaceholders } from '../../../record/reference/settings/legal-texts.js';
import { RequiredInteger, RequiredNested, RequiredOneOf, RequiredText } from '../../common/fields.js';

const MAX_SHORT = 200;
const MAX_TEXT = 3_000;
const MAX_NOTICE = 12_000;
const MAX_DAYS = 365;

const KNOWN: ReadonlySet<string> = new Set(PLACEHOLDERS);
const LIST = PLACEHOLDERS.map((name) => `{${name}}`).join(' ');

/** Control characters except line breaks, which forms contain. */
const UNPRINTABLE = /(?!\n)[\p{Cc}\p{Cs}]/u;

const LEGAL_TEXT = buildTextCheck('legalText', MAX_TEXT);
const NOTICE_TEXT = buildTextCheck('noticeText', MAX_NOTICE);

/** Requires `{days}`, so that the printed period always equals the field `days`. */
const PERIOD_TEXT: Check = buildCheck(
  'periodText',
  { el: `Το κείμενο πρέπει να περιέχει {days}.`, en: `The text must contain {days}.` },
  (value) => typeof value === 'string' && listPlaceholders(value).includes('days'),
);

const HTTPS_ADDRESS: Check = buildCheck(
  'httpsAddress',
  { el: 'Διεύθυνση που αρχίζει με https://.', en: 'An address that begins with https://.' },
  (value) => typeof value === 'string' && /^https:\/\/[^\s]{4,190}$/.test(value) && URL.canParse(value),
);

export class ShortTextDto {
  /** Greek text, at most 200 characters. @example 'Γενικοί όροι ασφάλισης πυρός' */
  @RequiredText(MAX_SHORT)
  el: string;

  /** English text, at most 200 characters. @example 'General conditions of fire insurance' */
  @RequiredText(MAX_SHORT)
  en: string;
}

/** A text in both languages. Printing replaces `{insurer}`, `{address}`, `{email}` and `{policyNo}`. */
export class LegalTextDto {
  /** Greek text, at most 3000 characters. @example 'Προς την {insurer}, {address}. Ασφαλιστήριο {policyNo}.' */
  @Required()
  @CheckedText(LEGAL_TEXT)
  el: string;

  /** English text, at most 3000 characters. @example 'To {insurer}, {address}. Policy {policyNo}.' */
  @Required()
  @CheckedText(LEGAL_TEXT)
  en: string;
}

/** A text in both languages that contains the period as `{days}`. */
export class PeriodTextDto {
  /** Greek text, at most 3000 characters. @example 'Εντός {days} ημερών από την παράδοση του ασφαλιστηρίου.' */
  @Required()
  @CheckedText(LEGAL_TEXT)
  @CheckedText(PERIOD_TEXT)
  el: string;

  /** English text, at most 3000 characters. @example 'Within {days} days from the delivery of the policy.' */
  @Required()
  @CheckedText(LEGAL_TEXT)
  @CheckedText(PERIOD_TEXT)
  en: string;
}

/** The privacy notice in both languages. Printing replaces `{insurer}`, `{address}` and `{email}`. */
export class NoticeTextDto {
  /** Greek text, at most 12000 characters. @example 'Υπεύθυνος επεξεργασίας είναι η {insurer}, {address}, {email}.' */
  @Required()
  @CheckedText(NOTICE_TEXT)
  el: string;

  /** English text, at most 12000 characters. @example 'The controller is {insurer}, {address}, {email}.' */
  @Required()
  @CheckedText(NOTICE_TEXT)
  en: string;
}

export class GeneralConditionsDto {
  /** Title of the conditions. */
  @RequiredNested(() => ShortTextDto)
  title: ShortTextDto;

  /** Reference of the conditions. @example 'ΓΟ-ΠΥΡ' */
  @RequiredText(40)
  reference: string;

  /** Version of the conditions. @example '2026-1' */
  @RequiredText(40)
  version: string;

  /** Address of the conditions; begins with https. @example 'https://insurer.example/terms/fire' */
  @Required()
  @CheckedText(HTTPS_ADDRESS)
  url: string;
}

/** How to report a claim. */
export class ClaimTextsDto {
  /** Instructions for the policyholder. */
  @RequiredNested(() => LegalTextDto)
  text: LegalTextDto;

  /** Telephone number. @example '+30 210 0000000' */
  @RequiredText(40)
  phone: string;

  /** Opening hours of the telephone line. */
  @RequiredNested(() => ShortTextDto)
  hours: ShortTextDto;

  /** Postal address. */
  @RequiredNested(() => ShortTextDto)
  address: ShortTextDto;

  /** E-mail address. @example 'claims@insurer.example' */
  @Required()
  @Email()
  email: string;

  /** Telephone number for friendly settlements between vehicles; null in other lines. @example '+30 210 0000000' */
  @TextUpTo(40)
  friendlySettlementPhone?: string | null;
}

export class LineTextsDto {
  /** General conditions of the line. */
  @RequiredNested(() => GeneralConditionsDto)
  generalConditions: GeneralConditionsDto;

  /** How to report a claim. */
  @RequiredNested(() => ClaimTextsDto)
  claims: ClaimTextsDto;
}

export class RightTextsDto {
  /** Period in days, 1 to 365. @example 14 */
  @RequiredInteger(1, MAX_DAYS)
  days: number;

  /** Explanation of the right. */
  @RequiredNested(() => PeriodTextDto)
  text: PeriodTextDto;

  /** Declaration on the form, above the lines to fill in. */
  @RequiredNested(() => LegalTextDto)
  form: LegalTextDto;
}

/** How to complain. */
export class ComplaintTextsDto {
  /** Days within which a complaint is answered, 1 to 365. @example 50 */
  @RequiredInteger(1, MAX_DAYS)
  days: number;

  /** Responsible department. */
  @RequiredNested(() => ShortTextDto)
  department: ShortTextDto;

  /** Postal address. */
  @RequiredNested(() => ShortTextDto)
  address: ShortTextDto;

  /** Telephone number. @example '+30 210 0000000' */
  @RequiredText(40)
  phone: string;

  /** E-mail address. @example 'complaints@insurer.example' */
  @Required()
  @Email()
  email: string;

  /** Procedure for complaints. */
  @RequiredNested(() => PeriodTextDto)
  text: PeriodTextDto;
}

export class LegalTextsRequest {
  /** Texts of fire insurance. */
  @RequiredNested(() => LineTextsDto)
  fire: LineTextsDto;

  /** Texts of motor insurance. */
  @RequiredNested(() => LineTextsDto)
  motor: LineTextsDto;

  /** Right of withdrawal. */
  @RequiredNested(() => RightTextsDto)
  withdrawal: RightTextsDto;

  /** Right of objection. */
  @RequiredNested(() => RightTextsDto)
  objection: RightTextsDto;

  /** How to complain. */
  @RequiredNested(() => ComplaintTextsDto)
  complaints: ComplaintTextsDto;

  /** Out-of-court settlement of disputes, and the supervisory authority. */
  @RequiredNested(() => LegalTextDto)
  outOfCourt: LegalTextDto;

  /** Privacy notice, which customers read before the contract. */
  @RequiredNested(() => NoticeTextDto)
  privacyNotice: NoticeTextDto;
}

export class LegalTextsResponse extends LegalTextsRequest {
  /** Version of the texts, raised by every change; printed on policies. @example 1 */
  version: number;
}

function buildTextCheck(name: string, max: number): Check {
  const words = { el: `Έως ${max} χαρακτήρες· σε άγκιστρα μόνο ${LIST}.`, en: `At most ${max} characters; in braces only ${LIST}.` };
  const isPrintable = (value: string): boolean => !UNPRINTABLE.test(value) && listPlaceholders(value).every((one) => KNOWN.has(one));
  return buildCheck(name, words, (value) => typeof value === 'string' && value.length <= max && isPrintable(value), { maxLength: max });
}

const LINES_WITH_TEXTS = ['fire', 'motor'] as const;

export class LegalTextsPreviewQueryDto {
  /** Line of business: fire or motor. @example 'fire' */
  @RequiredOneOf(LINES_WITH_TEXTS)
  line: (typeof LINES_WITH_TEXTS)[number];
}
