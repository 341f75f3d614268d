import type { HttpResponse } from './client.js';
import { eventually } from './eventually.js';
import { expectStatus, listViolations, type FireApp } from './fire-app.js';
import type { StaffClient } from './staff-client.js';

export interface Sum {
  readonly count: number;
  readonly amount: number;
}

export interface StoredStatement {
  readonly id: number;
  readonly state: string;
  readonly entries: number;
  readonly transfers: number;
  readonly otherCurrencies: number;
  readonly credits: Readonly<Record<'total' | 'paid' | 'suspense' | 'returned' | 'booked' | 'duplicate' | 'notBooked' | 'waiting', Sum>>;
  readonly debits: Readonly<Record<'total' | 'payout' | 'booked' | 'duplicate' | 'notBooked' | 'waiting', Sum>>;
}

export interface StoredTransfer {
  readonly id: number;
  readonly entryNo: number;
  readonly detailNo: number;
  readonly amount: number;
  readonly reference: string;
  readonly paymentCode: string | null;
  readonly sender: string | null;
  readonly remittance: string | null;
  readonly result: string;
  readonly reason: { readonly code: string; readonly message: string } | null;
  readonly applicationId: number | null;
  readonly receiptNo: number | null;
  readonly suspenseId: number | null;
  readonly refundId: number | null;
  readonly payoutBatchId: number | null;
  readonly account: string | null;
  readonly isOpen: boolean;
  readonly duplicateOf: { readonly statementId: number; readonly id: number } | null;
}

/** Client of the back office for bank files. */
export class BankFileClient {
  constructor(readonly staff: StaffClient) {}

  /** Uploads a file that need not continue the previous one. */
  upload(file: Buffer, type = 'application/xml', headers: Record<string, string> = {}): Promise<HttpResponse> {
    return this.staff.send('POST', 'bank-statements?gapReason=Test', { body: file, headers: { 'Content-Type': type, ...headers } });
  }

  /** Uploads a file that must continue the previous one. */
  uploadNext(file: Buffer): Promise<HttpResponse> {
    return this.staff.send('POST', 'bank-statements', { body: file, headers: { 'Content-Type': 'application/xml' } });
  }

  /** Uploads a file and waits until every transfer is booked. */
  async uploadAndBook(file: Buffer): Promise<StoredStatement> {
    return this.waitUntilBooked(expectStatus(202, await this.upload(file)).json<StoredStatement>().id);
  }

  async waitUntilBooked(id: number): Promise<StoredStatement> {
    await eventually(`statement ${id} is booked`, async () => (await this.get(id)).state === 'DONE', 60_000);
    return this.get(id);
  }

  async get(id: number): Promise<StoredStatement> {
    return expectStatus(200, await this.staff.get(`bank-statements/${id}`)).json<StoredStatement>();
  }

  async listTransfers(id: number, query = ''): Promise<StoredTransfer[]> {
    return expectStatus(200, await this.staff.get(`bank-statements/${id}/entries?${query}`)).json<{ items: StoredTransfer[] }>().items;
  }
}

/** Expects that the parts of credits and of debits add up to their totals, to the cent. */
export function expectMatchingTotals({ credits, debits }: StoredStatement): void {
  for (const { total, ...others } of [credits, debits] as Readonly<Record<string, Sum>>[]) {
    const parts = Object.values(others);
    expect(parts.reduce((count, part) => count + part.count, 0)).toBe(total!.count);
    expect(Math.round(parts.reduce((amount, part) => amount + part.amount, 0) * 100)).toBe(Math.round(total!.amount * 100));
  }
}

/** Expects an error with violations at these paths and no change in the database. */
export async function expectFileRefused(
  app: FireApp,
  call: () => Promise<HttpResponse>,
  status: number,
  code: string,
  paths: readonly string[] = [],
): Promise<void> {
  const before = await app.readFingerprint();
  const response = await call();
  const found = paths.length === 0 ? [] : listViolations(response).map(([path]) => path);
  expect([response.status, response.json().error, found]).toEqual([status, code, paths]);
  expect(await app.readFingerprint()).toEqual(before);
}
