import { FromNumericText, IntegerBetween, OneOf, TextUpTo, ZeroOne } from '../../common/validation/decorators.js';

const MAX_LIMIT = 500;
const MAX_START = 1_000_000_000;
export const DEFAULT_LIMIT = 20;

/** Filters of a search; all optional, all that are given must hold. */
export class FireSearchQuery {
  /**
   * Position of the first row, from 1.
   * @example 1
   */
  @FromNumericText()
  @IntegerBetween(1, MAX_START)
  start?: number;

  /**
   * Rows of a page, at most 500; 20 when absent.
   * @example 20
   */
  @FromNumericText()
  @IntegerBetween(1, MAX_LIMIT)
  limit?: number;

  /**
   * POLICY from issue on, APPLICATION before.
   * @example 'POLICY'
   */
  @OneOf(['APPLICATION', 'POLICY'])
  type?: string;

  /**
   * '1' while the status is not final, '0' after.
   * @example '1'
   */
  @ZeroOne()
  active?: string;

  /**
   * First characters of the application number.
   * @example 'F26'
   */
  @TextUpTo(20)
  application_no?: string;

  /**
   * First characters of the policy number.
   * @example 'P26'
   */
  @TextUpTo(20)
  policy_no?: string;

  /**
   * Part of the client's name, whatever its case and accents.
   * @example 'παπαδ'
   */
  @TextUpTo(100)
  client_name?: string;
}
