import { BOOLEAN_CHECK, type Check } from '../../../common/validation/checks.js';
import { CheckedBy, OneOf, Required, TextUpTo } from '../../../common/validation/decorators.js';
import { LINE_CODES } from '../../../record/reference/products/line-table.js';
import { RequiredOneOf, RequiredText, SubagentCode } from '../../common/fields.js';
import { PageQueryDto, PageResponseOf } from '../../common/page.dto.js';

const MAX_TITLE = 100;
const AFM_DIGITS = 9;
const MAX_CONTENT = 65_536;

const CONSENT_CHECK: Check = {
  ...BOOLEAN_CHECK,
  name: 'consent',
  text: { el: 'Χρειάζεται η συγκατάθεση του πελάτη.', en: 'The client must consent.' },
  accepts: (value) => value === true,
};

export class QuoteDraftQuery extends PageQueryDto {
  /** Line of the drafts; all when absent. @example 'fire' */
  @OneOf(LINE_CODES)
  line?: string;

  /** Code of the own agent or a delegate; the own one when absent. @example '1002' */
  @SubagentCode()
  agent?: string;
}

export class QuoteDraftRequest {
  /** fire or motor. @example 'fire' */
  @RequiredOneOf(LINE_CODES)
  line: string;

  /** Title in the list, at most 100 characters. @example 'Παπαδοπούλου Μαρία, Σόλωνος 12' */
  @RequiredText(MAX_TITLE)
  title: string;

  /** Code of the own agent or a delegate; the own one when absent. @example '1002' */
  @SubagentCode()
  agent?: string;

  /** Tax number of the client as typed, by which an erasure or export finds the form. @example '094014201' */
  @TextUpTo(AFM_DIGITS)
  afm?: string;

  /** The form as text, at most 65,536 characters; it is not read. @example '{"start_date":"2026-12-01"}' */
  @RequiredText(MAX_CONTENT)
  content: string;

  /** Must be true: the client consents that the form is stored for 30 days. @example true */
  @CheckedBy(CONSENT_CHECK)
  @Required()
  clientConsents: boolean;
}

export class QuoteDraftRowResponse {
  /** Id of the draft. @example 2 */
  id: number;
  /** fire or motor. @example 'fire' */
  line: string;
  /** Title in the list. @example 'Παπαδοπούλου Μαρία, Σόλωνος 12' */
  title: string;
  /** Code of the agent for whom it was saved. @example '1002' */
  agent: string;
  /** Time of the last save, Athens. @example '2026-11-21T10:20:00' */
  savedAt: string;
  /** Time at which it is deleted, Athens. @example '2026-12-21T10:20:00' */
  expiresAt: string;
}

export class QuoteDraftResponse extends QuoteDraftRowResponse {
  /** The form as text, as it was saved. @example '{"start_date":"2026-12-01"}' */
  content: string;
}

export class QuoteDraftPageResponse extends PageResponseOf(QuoteDraftRowResponse) {}
