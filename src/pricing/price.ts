import type { LocalDate } from '../common/athens.js';
import type { Text } from '../common/language.js';
import type { Amount } from '../common/money.js';
import type { GrossAmounts } from './premium-parts.js';
import type { RuleOutcome } from './tariff-model.js';

/**
 * What a calculation returns. Plain data, stored as it is: amounts in euro as text with two decimals, rates as the
 * tariff writes them, keys always in the same order, so that the same facts and tariff give the same bytes.
 */
export interface Calculation {
  readonly status: PricedStatus;
  readonly messages: readonly RuleMessage[];
  /** Null in status 00. */
  readonly price: Price | null;
  /** One entry per insured object; empty for a vehicle. */
  readonly enfiaEligible: readonly boolean[];
  /** There, and true, when the tariff does not allow the terms of the approval: price and messages are without them. */
  readonly hasRefusedTerms?: true;
}

/** 00 to be completed, 25 needs approval, 01 may proceed (rating.2). */
export type PricedStatus = '00' | '25' | '01';

/** A rule that hit; `code` is the rule's, or -601 for a table without a row. */
export interface RuleMessage {
  readonly code: string;
  readonly outcome: RuleOutcome;
  /** `application` or `objects_insured[0]`. */
  readonly where: string;
  readonly text: Text;
}

export interface Price {
  readonly tariffCode: string;
  readonly tariffVersion: number;
  readonly lines: readonly PriceLine[];
  readonly net: Amount;
  /** The raise to the tariff's minimum that `net` contains. */
  readonly minimumTopUp: Amount;
  readonly fee: Amount;
  readonly taxes: readonly TaxShare[];
  readonly taxTotal: Amount;
  readonly levies: readonly LevyShare[];
  readonly levyTotal: Amount;
  readonly gross: Amount;
  readonly instalments: readonly Instalment[];
}

/** One cover on one insured group of one object; `object` counts from 1. */
export interface PriceLine {
  readonly object: number;
  readonly group: string | null;
  readonly cover: string;
  readonly title: string;
  readonly taxClass: string;
  readonly technical: Amount;
  readonly discountRate: string;
  readonly discount: Amount;
  readonly frequencyLoading: Amount;
  /** The raise to the cover's minimum, before the frequency loading. */
  readonly minimumLine?: Amount;
  /** The part of `minimumTopUp` that this line carries. */
  readonly minimumTopUp?: Amount;
  readonly net: Amount;
  /** What the cover insures; null for one without a sum (flat, by table, percentage). */
  readonly sumInsured: Amount | null;
  readonly trace: readonly TraceStep[];
}

/** How a technical premium came about. `table` and `key` where the value is a table's; `of` and `base` of a percentage. */
export interface TraceStep {
  readonly step: 'sum' | 'limit' | 'rate' | 'flat' | 'base' | 'percent' | 'factor' | 'loading' | 'minimum';
  readonly table?: string;
  readonly key?: string;
  readonly of?: string;
  readonly base?: Amount;
  readonly value: string;
}

export interface TaxShare {
  readonly taxClass: string;
  readonly net: Amount;
  readonly fee: Amount;
  readonly rate: string;
  readonly tax: Amount;
}

export interface LevyShare {
  readonly code: string;
  readonly base: Amount;
  readonly rate: string;
  readonly amount: Amount;
}

/** A period from its first day to the day on which the next one begins. */
export interface Instalment extends GrossAmounts {
  readonly no: number;
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/** Months between two instalments. */
export type PayFrequencyMonths = 3 | 6 | 12;
