import { IsoDate, Nested, OneOf, TextUpTo } from '../../common/validation/decorators.js';
import { PageQuery } from '../../common/validation/page-query.dto.js';
import { LINE_CODES } from '../../record/lines/line-table.js';
import { StatusList } from '../../record/applications/status-list.js';
import { DecisionFields, ExcludedCovers, LoadingPercent, TermsFields } from '../../record/underwriting/decision.dto.js';

/** Filters of the queue. */
export class StaffApplicationsQuery extends PageQuery {
  /**
   * Status codes, by comma.
   * @example '30,11'
   */
  @StatusList()
  status?: string;

  /**
   * Line of business: fire or motor.
   * @example 'fire'
   */
  @OneOf(LINE_CODES)
  line?: string;

  /**
   * Agent it belongs to.
   * @example '10001'
   */
  @TextUpTo(20)
  agent?: string;

  /**
   * Entered from this date (Athens) or instant on.
   * @example '2026-11-01'
   */
  @IsoDate()
  from?: string;

  /**
   * Entered before this date (Athens) or instant.
   * @example '2026-12-01'
   */
  @IsoDate()
  to?: string;

  /**
   * Beginning of the number of the application or of the policy.
   * @example 'P26000'
   */
  @TextUpTo(20)
  number?: string;

  /**
   * Part of the client's name, whatever its capitals and accents.
   * @example 'παπαδοπουλ'
   */
  @TextUpTo(200)
  name?: string;

  /**
   * Tax number of the client, whole.
   * @example '123456783'
   */
  @TextUpTo(20)
  afm?: string;
}

/** The moment of which an application is read. */
export class StaffApplicationQuery {
  /**
   * Date or datetime (Greek time, or UTC with Z); the present state without it.
   * @example '2026-11-21T10:15:30'
   */
  @IsoDate()
  asOf?: string;
}

/** Terms of an approval. */
export class TermsRequest extends TermsFields {
  /**
   * Loading on every line, per cent, 0 to 300.
   * @example 20
   */
  @LoadingPercent()
  loadingPercent?: number;

  /**
   * Covers that are not given.
   * @example ["004"]
   */
  @ExcludedCovers()
  excludedCovers?: string[];
}

/** A decision on a pending application. */
export class DecisionRequest extends DecisionFields {
  /** Terms, of approve_with_terms only. */
  @Nested(() => TermsRequest)
  terms?: TermsRequest;
}
