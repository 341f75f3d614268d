import type { Calculation, Price } from '../../src/pricing/price.js';
import { readJson } from './pricing-fixtures.js';

/** Prices, decisions and refunds that were calculated independently of the pricing code (rating.12). */
export interface WorkedExamples {
  readonly calculationDate: string;
  readonly fire: readonly PricedExample[];
  readonly motor: readonly PricedExample[];
  readonly decisions: readonly DecisionExample[];
  readonly refunds: readonly RefundExample[];
}

export interface PricedExample {
  readonly id: string;
  readonly title: string;
  readonly input: unknown;
  readonly expected: {
    readonly status: string;
    readonly messages: readonly ExpectedMessage[];
    readonly enfiaEligible?: readonly boolean[];
    readonly taxableHp?: number;
    readonly lines: readonly unknown[];
    readonly totals: unknown;
    readonly instalments: readonly unknown[];
  };
}

export interface DecisionExample {
  readonly id: string;
  readonly branch: 'fire' | 'motor';
  readonly title: string;
  readonly input: unknown;
  readonly expected: { readonly status: string; readonly messages: readonly ExpectedMessage[]; readonly gross: string | null };
}

export interface RefundExample {
  readonly id: string;
  readonly of: string;
  readonly expected: { readonly cancelDate: string; readonly rows: readonly unknown[]; readonly refund: string };
}

export interface ExpectedMessage {
  readonly rule: string;
  readonly outcome: string;
  readonly where: string;
}

export const workedExamples = readJson<WorkedExamples>('test/contract/tables/worked-examples.json');

/** Maps messages to the format of the file. */
export function toExpectedMessages(calculation: Calculation): ExpectedMessage[] {
  return calculation.messages.map(({ code, outcome, where }) => ({ rule: code, outcome, where }));
}

/** Maps totals to the format of the file. */
export function toExpectedTotals({ price }: Calculation) {
  if (!price) return null;
  const { net, minimumTopUp, fee, taxes, taxTotal, levies, levyTotal, gross } = price;
  return { net, minimumTopUp, fee, taxes, taxTotal, levies, levyTotal, gross };
}

/** Returns the price of a worked example, with the code of a cover as its title and without sums insured. */
export function getExamplePrice(id: string): Price {
  const found = [...workedExamples.fire, ...workedExamples.motor].find((example) => example.id === id);
  if (!found) throw new Error(`no worked example ${id}`);
  const { totals, lines, instalments } = found.expected as unknown as Pick<Price, 'lines' | 'instalments'> & {
    totals: Omit<Price, 'lines' | 'instalments'>;
  };
  return {
    ...totals,
    lines: lines.map((line) => ({ ...line, object: line.object ?? 1, title: line.cover, sumInsured: null })),
    instalments,
  };
}
