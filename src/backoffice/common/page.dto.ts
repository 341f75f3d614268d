import { FromNumericText, IntegerBetween } from '../../common/validation/decorators.js';
import type { PageWindow } from '../../common/paging.js';

const MAX_START = 1_000_000;
const MAX_LIMIT = 500;
const DEFAULT_LIMIT = 50;

export class PageQueryDto {
  /** Place of the first item, from 1 @example 1 */
  @FromNumericText()
  @IntegerBetween(1, MAX_START)
  start?: number;

  /** Most items in the response; 50 when it is not given @example 50 */
  @FromNumericText()
  @IntegerBetween(1, MAX_LIMIT)
  limit?: number;
}

export class PageDto {
  /** Place of the first item, from 1 @example 1 */
  start: number;

  /** Most items in the response @example 50 */
  limit: number;

  /** Items in all, counted up to 10,000 @example 120 */
  total: number;

  /** Only there, and true, when there are more than 10,000 items: `total` is 10,000 then @example true */
  totalCapped?: true;
}

export function pageWindowOf({ start = 1, limit = DEFAULT_LIMIT }: PageQueryDto): PageWindow {
  return { start, limit };
}
