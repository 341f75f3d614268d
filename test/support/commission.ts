import { readFileSync } from 'node:fs';
import type { Environment } from '../../src/common/environment.js';
import { getReceipt, listReceipts, type Caller, type ReceiptEntity } from './collection.js';
import type { FireApp } from './fire-app.js';

/** A rate of a file of `commissions/`. */
export interface FileRate {
  readonly agentCode?: string;
  readonly agentType?: string;
  readonly bundle?: string;
  readonly cover?: string;
  readonly kind?: string;
  readonly percent: number;
}

export interface BookedCommission {
  readonly receiptNo: number;
  readonly kind: string;
  readonly agentCode: string;
  readonly netted: boolean;
  readonly cents: number;
}

export function readRates(file: string): readonly FileRate[] {
  const url = new URL(`../../commissions/${file}.json`, import.meta.url);
  return (JSON.parse(readFileSync(url, 'utf8')) as { rates: FileRate[] }).rates;
}

/** Conditions from the most to the least important; a rate with an important one beats all rates without it. */
const IMPORTANCE = ['agentCode', 'cover', 'bundle', 'kind'] as const;

/** Finds the rate of a cover as commission.3 says, without the product's code. */
export function findPercent(
  rates: readonly FileRate[],
  of: Readonly<Record<'agentCode' | 'agentType' | 'bundle' | 'cover' | 'kind', string>>,
): number {
  const matching = rates.filter((rate) =>
    (['agentCode', 'agentType', 'bundle', 'cover', 'kind'] as const).every((name) => rate[name] === undefined || rate[name] === of[name]),
  );
  const [best] = matching.sort((one, other) => {
    const name = IMPORTANCE.find((each) => (one[each] === undefined) !== (other[each] === undefined));
    return name === undefined ? 0 : one[name] === undefined ? 1 : -1;
  });
  return best?.percent ?? 0;
}

/** Rounds thousandths of a percent of cents half away from zero, in whole numbers. */
export function calculateShare(cents: number, percent: number): number {
  const milli = BigInt(Math.round(percent * 1000));
  const product = BigInt(Math.abs(cents)) * milli;
  const rounded = Number((product + 50_000n) / 100_000n);
  return cents < 0 ? -rounded : rounded;
}

/** Reads the receipts of a policy, each with its covers. */
export async function readReceipts(agent: Caller, id: number): Promise<ReceiptEntity[]> {
  const receipts = await listReceipts(agent, id);
  return Promise.all(receipts.map(({ receipt_no: no }) => getReceipt(agent, id, no)));
}

/** Reads what was booked as commission of a policy, in order. */
export async function listCommissions(app: FireApp, id: number, environment: Environment = 'production'): Promise<BookedCommission[]> {
  const rows = await app.query<{ receiptNo: string; kind: string; agentCode: string; netted: boolean; amount: string }>(
    environment,
    `SELECT m.receipt_no AS "receiptNo", r.kind, m.agent_code AS "agentCode", m.netted, m.amount FROM commission m JOIN receipt r USING (receipt_no)
     WHERE r.application_id = $1 ORDER BY m.id`,
    [id],
  );
  return rows.map(({ amount, receiptNo, ...row }) => ({ ...row, receiptNo: Number(receiptNo), cents: Math.round(Number(amount) * 100) }));
}
