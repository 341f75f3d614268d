import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import type { PageWindow } from '../../common/paging.js';
import { IsoDate } from '../../common/validation/decorators.js';
import { IntegerParameter } from './fields.js';

const MAX_START = 1_000_000;
const MAX_LIMIT = 500;
const DEFAULT_LIMIT = 50;

export class PageQueryDto {
  /** Position of the first item, from 1. @example 1 */
  @IntegerParameter(1, MAX_START)
  start?: number;

  /** Maximum number of items in the response; 50 when absent. @example 50 */
  @IntegerParameter(1, MAX_LIMIT)
  limit?: number;
}

export class PeriodQueryDto extends PageQueryDto {
  /** Earliest date (Athens) or instant. @example '2026-11-01' */
  @IsoDate()
  from?: string;

  /** Date (Athens) or instant at which the period ends. @example '2026-12-01' */
  @IsoDate()
  to?: string;
}

export class PageDto {
  /** Position of the first item, from 1. @example 1 */
  start: number;
  /** Maximum number of items in the response. @example 50 */
  limit: number;
  /** Number of all items, counted up to 10,000. @example 120 */
  total: number;
  /** Present, and true, only when there are more than 10,000 items; `total` is 10,000 then. @example true */
  totalCapped?: true;
}

export function PageResponseOf<T>(item: Type<T>): Type<PageDto & { items: T[] }> {
  class PageOfItems extends PageDto {
    @ApiProperty({ type: [item], description: 'Items of this page.' })
    items: T[];
  }
  return PageOfItems;
}

export function toPageWindow({ start = 1, limit = DEFAULT_LIMIT }: PageQueryDto): PageWindow {
  return { start, limit };
}
