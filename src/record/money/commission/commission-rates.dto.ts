import { Required, IntegerBetween, IsoDate, ListOf, NumberBetween, OneOf, TextUpTo } from '../../../common/validation/decorators.js';
import { LINE_CODES } from '../../reference/products/line-table.js';

const MAX_VERSION = 1_000_000;
const MAX_CODE = 20;
const MAX_NOTE = 500;
/** Keeps a version within one response. */
const MAX_RATES = 5_000;

/** Kinds of premium that rates distinguish; an instalment has the kind of its policy. */
export const COMMISSION_KINDS = ['NEW', 'RENEWAL', 'AMENDMENT'] as const;
export type CommissionKind = (typeof COMMISSION_KINDS)[number];

/** A rate of commission. An absent condition matches everything. */
export class CommissionRateDto {
  /** Agent that it is for; either this or `agentType`. @example '10001' */
  @TextUpTo(MAX_CODE)
  agentCode?: string | null;

  /** Commission type of the agents that it is for. @example 'AGENCY' */
  @TextUpTo(MAX_CODE)
  agentType?: string | null;

  /** Bundle of the tariff; absent: any. @example '103' */
  @TextUpTo(MAX_CODE)
  bundle?: string | null;

  /** Cover of the tariff; absent: any. @example '005' */
  @TextUpTo(MAX_CODE)
  cover?: string | null;

  /** NEW, RENEWAL or AMENDMENT; absent: any. @example 'NEW' */
  @OneOf(COMMISSION_KINDS)
  kind?: CommissionKind | null;

  /** Percent of the net premium, from 0 to 100. @example 20 */
  @Required()
  @NumberBetween(0, 100)
  percent: number;
}

export class CommissionRatesRequest {
  /** Line of business. @example 'fire' */
  @Required()
  @OneOf(LINE_CODES)
  line: string;

  /** Number of the version, above the latest one. @example 2 */
  @Required()
  @IntegerBetween(1, MAX_VERSION)
  version: number;

  /** First start date of policies that earn by it, today at the earliest. @example '2027-01-01' */
  @Required()
  @IsoDate()
  validFrom: string;

  /** Note of the insurer. @example 'Agreements of 2027' */
  @TextUpTo(MAX_NOTE)
  note?: string | null;

  /** Rates. The most specific one that matches a cover counts. */
  @Required()
  @ListOf(() => CommissionRateDto, MAX_RATES)
  rates: CommissionRateDto[];
}
