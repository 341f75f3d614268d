import { invalid } from '../../common/validation/checks.js';
import { CheckedText, FromNumericText, IntegerBetween, TextUpTo } from '../../common/validation/decorators.js';

const MAX_LIMIT = 5000;
const MAX_START = 1_000_000_000;
const POLICY_ID = /^\d{1,10}$/;

function PolicyId(): PropertyDecorator {
  const text = { el: 'Έως 10 ψηφία.', en: 'Up to 10 digits.' };
  return CheckedText(invalid('policyId', text, (value) => typeof value === 'string' && POLICY_ID.test(value)));
}

export class PartySearchQuery {
  /** Position of the first row, from 1. @example 1 */
  @FromNumericText()
  @IntegerBetween(1, MAX_START)
  start?: number;

  /** Rows of a page, at most 5000; 20 when absent. @example 20 */
  @FromNumericText()
  @IntegerBetween(1, MAX_LIMIT)
  limit?: number;

  /** Alias of `limit`, which has priority when both are sent. @example 20 */
  @FromNumericText()
  @IntegerBetween(1, MAX_LIMIT)
  size?: number;

  /** Id of a policy or application, whose client, insured and co-owners are found. @example '1042' */
  @PolicyId()
  policyId?: string;

  /** Complete tax number (AFM). @example '090000045' */
  @TextUpTo(20)
  afm?: string;

  /** Part of the name; case and accents are ignored. @example 'παπαδ' */
  @TextUpTo(100)
  name?: string;

  /** Complete telephone number or e-mail address. @example '6912345678' */
  @TextUpTo(254)
  contact?: string;
}
