import type { PageWindow } from '../paging.js';
import { FromNumericText, IntegerBetween } from './decorators.js';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 500;
const MAX_START = 1_000_000_000;

export class PageQuery {
  /** Position of the first row, from 1. @example 1 */
  @FromNumericText()
  @IntegerBetween(1, MAX_START)
  start?: number;

  /** Rows of a page, at most 500; 20 when absent. @example 20 */
  @FromNumericText()
  @IntegerBetween(1, MAX_LIMIT)
  limit?: number;
}

export class SizedPageQuery extends PageQuery {
  /** Another name of `limit`, which counts when both are sent. @example 20 */
  @FromNumericText()
  @IntegerBetween(1, MAX_LIMIT)
  size?: number;
}

export function toWindow({ start = 1, limit, size }: Pick<SizedPageQuery, 'start' | 'limit' | 'size'>): PageWindow {
  return { start, limit: limit ?? size ?? DEFAULT_LIMIT };
}
