import { ApiProperty } from '@nestjs/swagger';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Violation } from '../../../common/domain-error.js';
import type { Text } from '../../../common/language.js';
import { buildCheck, type Check } from '../../../common/validation/checks.js';
import { CheckedText, ListOf, Required } from '../../../common/validation/decorators.js';
import { listPlaceholders } from '../../../record/reference/settings/legal-texts.js';
import {
  LETTER_KINDS,
  listAllowedPlaceholders,
  listMissingPlaceholders,
  type LetterKind,
} from '../../../record/reference/settings/letter-texts.js';
import { RequiredNested, RequiredOneOf } from '../../common/fields.js';

const MAX_SUBJECT = 150;
const MAX_BODY = 4_000;
const MAX_LOGO_BYTES = 60_000;
/** First bytes of PNG and JPEG in base64. */
const PICTURES = ['iVBORw0KGgo', '/9j/'];
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const UNPRINTABLE = /(?!\n)[\p{Cc}\p{Cs}]/u;
const SIGNATURE_PLACEHOLDERS = ['insurer', 'phone', 'email'];

const LOGO: Check = buildCheck(
  'logo',
  { el: `Εικόνα PNG ή JPEG σε base64, έως ${MAX_LOGO_BYTES} bytes.`, en: `A PNG or JPEG in base64, up to ${MAX_LOGO_BYTES} bytes.` },
  (value) =>
    typeof value === 'string' &&
    (value.length * 3) / 4 <= MAX_LOGO_BYTES &&
    PICTURES.some((start) => value.startsWith(start)) &&
    BASE64.test(value),
);

function buildPrintableCheck(max: number): Check {
  return buildCheck(
    'letterText',
    { el: `Έως ${max} χαρακτήρες, χωρίς χαρακτήρες ελέγχου.`, en: `At most ${max} characters, no control characters.` },
    (value) => typeof value === 'string' && value.length <= max && !UNPRINTABLE.test(value),
    { maxLength: max },
  );
}

const SUBJECT = buildPrintableCheck(MAX_SUBJECT);
const BODY = buildPrintableCheck(MAX_BODY);

export class LetterSubjectDto {
  /** Greek subject, up to 150 characters. @example 'Πληρωμή ασφαλίστρων {policyNo}' */
  @Required()
  @CheckedText(SUBJECT)
  el: string;

  /** English subject, up to 150 characters. @example 'Premium payment {policyNo}' */
  @Required()
  @CheckedText(SUBJECT)
  en: string;
}

export class LetterBodyDto {
  /** Greek text, up to 4000 characters. @example 'Κωδικός πληρωμής: {paymentCode}, {amount}, έως {dueDate}.' */
  @Required()
  @CheckedText(BODY)
  el: string;

  /** English text, up to 4000 characters. @example 'Payment code: {paymentCode}, {amount}, by {dueDate}.' */
  @Required()
  @CheckedText(BODY)
  en: string;
}

export class LetterTemplateDto {
  /** Kind of the letter. @example 'PAYMENT_REQUEST' */
  @ApiProperty({ enum: LETTER_KINDS })
  @RequiredOneOf(LETTER_KINDS)
  kind: LetterKind;

  /** Subject. */
  @RequiredNested(() => LetterSubjectDto)
  subject: LetterSubjectDto;

  /** Text. */
  @RequiredNested(() => LetterBodyDto)
  body: LetterBodyDto;
}

export class LetterTextsRequest {
  /** PNG or JPEG in base64, up to 60,000 bytes; null: no logo. @example 'iVBORw0KGgo=' */
  @CheckedText(LOGO)
  logo?: string | null;

  /** Signature below all letters, without the name of the insurer. */
  @RequiredNested(() => LetterBodyDto)
  signature: LetterBodyDto;

  /** Texts by kind; kinds that are missing here stay unchanged. */
  @Required()
  @ListOf(() => LetterTemplateDto, LETTER_KINDS.length)
  templates: LetterTemplateDto[];
}

export class LetterTemplateResponse extends LetterTemplateDto {
  /** Title of the kind in the language of the call. @example 'Ειδοποιητήριο πληρωμής' */
  title: string;
  /** Placeholders that the texts may contain. @example ['name', 'policyNo', 'amount'] */
  allowed: string[];
  /** Placeholders that the text must contain. @example ['amount'] */
  required: string[];
}

export class LetterTextsResponse {
  /** Version of the texts, raised by every change. @example 1 */
  version: number;
  /** PNG or JPEG in base64; null without a logo. @example 'iVBORw0KGgo=' */
  logo: string | null;
  /** Signature below all letters. */
  signature: LetterBodyDto;
  /** Texts of all kinds. */
  templates: LetterTemplateResponse[];
}

export class LetterPreviewQueryDto {
  /** Kind of the letter. @example 'PAYMENT_REQUEST' */
  @ApiProperty({ enum: LETTER_KINDS })
  @RequiredOneOf(LETTER_KINDS)
  kind: LetterKind;
}

/** Lists placeholders that are unknown or missing, and kinds that are given twice. */
export function findTemplateViolations({ signature, templates }: LetterTextsRequest): Violation[] {
  return [
    ...findUnknown('signature', signature, SIGNATURE_PLACEHOLDERS),
    ...templates.flatMap(({ kind, subject, body }, index) => {
      const path = `templates[${index}]`;
      const allowed = listAllowedPlaceholders(kind);
      const isTwice = templates.findIndex((other) => other.kind === kind) < index;
      return [
        ...(isTwice ? [{ path: `${path}.kind`, code: ErrorCode.INVALID, text: TWICE }] : []),
        ...findUnknown(`${path}.subject`, subject, allowed),
        ...findUnknown(`${path}.body`, body, allowed),
        ...findMissing(`${path}.body`, kind, body),
      ];
    }),
  ];
}

const TWICE: Text = { el: 'Το είδος εμφανίζεται δύο φορές.', en: 'The kind appears twice.' };
const LANGUAGE_FIELDS = ['el', 'en'] as const;
const formatPlaceholders = (names: readonly string[]): string => names.map((name) => `{${name}}`).join(' ');

function findUnknown(path: string, text: Text, allowed: readonly string[]): Violation[] {
  return LANGUAGE_FIELDS.flatMap((language): Violation[] => {
    const unknown = listPlaceholders(text[language]).filter((name) => !allowed.includes(name));
    if (unknown.length === 0) return [];
    const message = {
      el: `Άγνωστο: ${formatPlaceholders(unknown)}. Επιτρέπονται: ${formatPlaceholders(allowed)}.`,
      en: `Unknown: ${formatPlaceholders(unknown)}. Allowed: ${formatPlaceholders(allowed)}.`,
    };
    return [{ path: `${path}.${language}`, code: ErrorCode.INVALID, text: message }];
  });
}

function findMissing(path: string, kind: LetterKind, text: Text): Violation[] {
  return LANGUAGE_FIELDS.flatMap((language): Violation[] => {
    const missing = listMissingPlaceholders(kind, text[language]);
    if (missing.length === 0) return [];
    const message = { el: `Λείπει: ${formatPlaceholders(missing)}.`, en: `Missing: ${formatPlaceholders(missing)}.` };
    return [{ path: `${path}.${language}`, code: ErrorCode.INVALID, text: message }];
  });
}
