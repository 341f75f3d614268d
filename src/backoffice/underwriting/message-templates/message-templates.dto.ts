import { buildCheck } from '../../../common/validation/checks.js';
import { CheckedText, OneOf } from '../../../common/validation/decorators.js';
import { MAX_DECISION_TEXT } from '../../../record/contract/underwriting/decision.dto.js';
import { listPlaceholders } from '../../../record/reference/settings/legal-texts.js';
import { RequiredOneOf, RequiredText } from '../../common/fields.js';
import { PageQueryDto, PageResponseOf } from '../../common/page.dto.js';

/** Decisions with a text to write. */
const WRITTEN_DECISIONS = ['request_documents', 'return', 'decline', 'approve_with_terms'] as const;

const MAX_TITLE = 100;
const FILLED_IN: readonly string[] = ['client', 'number', 'plate'];
const LIST = FILLED_IN.map((name) => `{${name}}`).join(' ');

const KNOWN_PLACEHOLDERS = buildCheck(
  'knownPlaceholders',
  { el: `Σε άγκιστρα μόνο ${LIST}.`, en: `In braces only ${LIST}.` },
  (value) => typeof value === 'string' && listPlaceholders(value).every((name) => FILLED_IN.includes(name)),
);

export class MessageTemplateQuery extends PageQueryDto {
  /** Decision of the templates; all when absent. @example 'request_documents' */
  @OneOf(WRITTEN_DECISIONS)
  decision?: string;
}

export class MessageTemplateRequest {
  /** request_documents, return, decline or approve_with_terms. @example 'request_documents' */
  @RequiredOneOf(WRITTEN_DECISIONS)
  decision: string;

  /** Title in the list, at most 100 characters. @example 'Φωτογραφίες οχήματος' */
  @RequiredText(MAX_TITLE)
  title: string;

  /** Text; `{client}`, `{number}`, `{plate}` are filled in. @example 'Στείλτε φωτογραφίες του οχήματος {plate}.' */
  @RequiredText(MAX_DECISION_TEXT)
  @CheckedText(KNOWN_PLACEHOLDERS)
  text: string;
}

export class MessageTemplateResponse extends MessageTemplateRequest {
  /** Id of the template. @example 2 */
  id: number;
  /** Version of the template, raised by every change. @example 1 */
  version: number;
  /** Time of the last change, Athens. @example '2026-11-21T10:20:00' */
  updatedAt: string;
}

export class MessageTemplatePageResponse extends PageResponseOf(MessageTemplateResponse) {}
