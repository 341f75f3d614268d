import { AmountUpTo, ArrayOf, ListOf, NumberBetween, OneOf, Required, TextUpTo, TrueFalse } from '../../../common/validation/decorators.js';
import { buildTextCheck } from '../../../common/validation/checks.js';
import { DECISIONS } from './underwriting.service.js';

const MAX_MESSAGES = 50;
export const MAX_DECISION_TEXT = 2000;
const MAX_COVERS = 50;
const MAX_AMOUNT = 999_999_999.99;

export const LoadingPercent = (): PropertyDecorator => NumberBetween(0, 300);
export const ExcludedCovers = (): PropertyDecorator => ArrayOf(MAX_COVERS, buildTextCheck(10, 1));

export class DecisionMessageRequest {
  /** Code; `UNDERWRITER` when absent. @example 'UW-PHOTOS' */
  @TextUpTo(20)
  code?: string;

  /** error, referral or warning; warning when absent. @example 'error' */
  @OneOf(['error', 'referral', 'warning'])
  severity?: string;

  /** Path in the application; the whole application when absent. @example 'objects_insured[0]' */
  @TextUpTo(200)
  path?: string;

  /** Text of the message. @example 'Στείλτε φωτογραφίες της στέγης.' */
  @Required()
  @TextUpTo(MAX_DECISION_TEXT)
  text: string;
}

export class TermsFields {
  /** Deductible, euro; recorded and printed. @example 500 */
  @AmountUpTo(MAX_AMOUNT)
  deductible?: number;

  /** Note; recorded and printed. @example 'Με την προϋπόθεση εγκατάστασης συναγερμού.' */
  @TextUpTo(MAX_DECISION_TEXT)
  note?: string;
}

/** A decision on a pending application, without its terms. */
export class DecisionFields {
  /** approve, approve_with_terms, return, request_documents or decline. @example 'approve_with_terms' */
  @Required()
  @OneOf(DECISIONS)
  decision: string;

  /** Messages to the agent. */
  @ListOf(() => DecisionMessageRequest, MAX_MESSAGES)
  messages?: DecisionMessageRequest[];
}

export class AcceptanceRequest {
  /** Whether the customer accepts. @example true */
  @Required()
  @TrueFalse()
  accepted: boolean;

  /** Reason for a refusal. @example 'Βρήκε φθηνότερα' */
  @TextUpTo(500)
  reason?: string;
}
