import type { LocalDate } from '../common/athens.js';
import type { Text } from '../common/language.js';
import { sum, toAmount, type Amount, type Decimal } from '../common/money.js';
import type { RuleOutcome } from './tariff-model.js';

export interface Calculation {
  readonly status: PricedStatus;
  readonly messages: readonly RuleMessage[];
  /** Null in status 00. */
  readonly price: Price | null;
  readonly enfiaEligible: readonly boolean[];
  /** True when the tariff does not allow the terms of the approval, which are ignored then; otherwise absent. */
  readonly hasRefusedTerms?: true;
}

/** 00: to be completed, 25: needs approval, 01: can proceed (rating.2). */
export type PricedStatus = '00' | '25' | '01';

/** `code` is that of the rule, or -601 for a table without a row. */
export interface RuleMessage {
  readonly code: string;
  readonly outcome: RuleOutcome;
  readonly where: string;
  readonly text: Text;
}

export interface Price {
  readonly tariffCode: string;
  readonly tariffVersion: number;
  readonly lines: readonly PriceLine[];
  readonly net: Amount;
  /** Increase to the minimum of the tariff, included in `net`. */
  readonly minimumTopUp: Amount;
  readonly fee: Amount;
  readonly taxes: readonly TaxShare[];
  readonly taxTotal: Amount;
  readonly levies: readonly LevyShare[];
  readonly levyTotal: Amount;
  readonly gross: Amount;
  readonly instalments: readonly Instalment[];
}

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
  /** Increase to the minimum of the cover, before the frequency loading. */
  readonly minimumLine?: Amount;
  /** Share of this line in `minimumTopUp` of the price. */
  readonly minimumTopUp?: Amount;
  readonly net: Amount;
  readonly sumInsured: Amount | null;
  readonly trace: readonly TraceStep[];
}

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

/** `to` is the first day of the next period. */
export interface Instalment extends GrossAmounts {
  readonly no: number;
  readonly from: LocalDate;
  readonly to: LocalDate;
}

export type PayFrequencyMonths = 3 | 6 | 12;

export type Parts<T> = Readonly<Record<'net' | 'fee' | 'tax' | 'levy', T>>;

export interface GrossAmounts extends Parts<Amount> {
  readonly gross: Amount;
}

export function toGrossAmounts({ net, fee, tax, levy }: Parts<Decimal>): GrossAmounts {
  const gross = toAmount(sum([net, fee, tax, levy]));
  return { net: toAmount(net), fee: toAmount(fee), tax: toAmount(tax), levy: toAmount(levy), gross };
}
