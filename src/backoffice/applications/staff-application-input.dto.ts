import {
  ArrayOf,
  IsoDate,
  ListOf,
  Nested,
  NumberBetween,
  AmountUpTo,
  OneOf,
  Required,
  TextUpTo,
  TrueFalse,
} from '../../common/validation/decorators.js';
import { textCheck } from '../../common/validation/checks.js';
import { PageQuery } from '../../common/validation/page-query.dto.js';
import { LINE_CODES } from '../../record/lines/line-table.js';
import { StatusList } from '../../record/applications/status-list.js';
import { DECISIONS } from '../../record/underwriting/underwriting.service.js';

const MAX_MESSAGES = 50;
const MAX_AMOUNT = 999_999_999.99;

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

/** A message of the underwriter. */
export class DecisionMessageRequest {
  /**
   * Code; `UNDERWRITER` when absent.
   * @example 'UW-PHOTOS'
   */
  @TextUpTo(20)
  code?: string;

  /**
   * error, referral or warning; warning when absent.
   * @example 'error'
   */
  @OneOf(['error', 'referral', 'warning'])
  severity?: string;

  /**
   * Place in the application; the whole application when absent.
   * @example 'objects_insured[0]'
   */
  @TextUpTo(200)
  path?: string;

  /**
   * What the agent reads.
   * @example 'Στείλτε φωτογραφίες της στέγης.'
   */
  @Required()
  @TextUpTo(2000)
  text: string;
}

/** Terms of an approval. */
export class TermsRequest {
  /**
   * Loading on every line, per cent, 0 to 300.
   * @example 20
   */
  @NumberBetween(0, 300)
  loadingPercent?: number;

  /**
   * Covers that are not given.
   * @example ["004"]
   */
  @ArrayOf(50, textCheck(10, 1))
  excludedCovers?: string[];

  /**
   * Deductible, euro; recorded and printed.
   * @example 500
   */
  @AmountUpTo(MAX_AMOUNT)
  deductible?: number;

  /**
   * Note; recorded and printed.
   * @example 'Με την προϋπόθεση εγκατάστασης συναγερμού.'
   */
  @TextUpTo(2000)
  note?: string;
}

/** A decision on a pending application. */
export class DecisionRequest {
  /**
   * approve, approve_with_terms, return, request_documents or decline.
   * @example 'approve_with_terms'
   */
  @Required()
  @OneOf(DECISIONS)
  decision: string;

  /** Messages to the agent. */
  @ListOf(() => DecisionMessageRequest, MAX_MESSAGES)
  messages?: DecisionMessageRequest[];

  /** Terms, of approve_with_terms only. */
  @Nested(() => TermsRequest)
  terms?: TermsRequest;
}

/** The customer's answer. */
export class AcceptanceRequest {
  /**
   * Whether the customer accepts.
   * @example true
   */
  @Required()
  @TrueFalse()
  accepted: boolean;

  /**
   * Why not.
   * @example 'Βρήκε φθηνότερα'
   */
  @TextUpTo(500)
  reason?: string;
}

/** The end of a policy before its time. */
export class PolicyCancellationRequest {
  /**
   * Day on which the cover ends: from the day of issue to today; for a later day, cancel on that day.
   * @example '2026-11-22'
   */
  @Required()
  @IsoDate()
  date: string;

  /**
   * Why; the agent reads it.
   * @example 'Πώληση του οχήματος'
   */
  @Required()
  @TextUpTo(500)
  reason: string;

  /**
   * Whether there was a claim; without one everything goes back up to the 14th day after issue.
   * @example false
   */
  @Required()
  @TrueFalse()
  claims: boolean;
}
