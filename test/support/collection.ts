import type { HttpResponse, CallOptions } from './client.js';
import { expectStatus, type FireAgent, type FireApp, type FireEntity } from './fire-app.js';
import type { Changes } from './json-changes.js';

/** 10:00 in Athens, ten days before the start date of the example. */
export const CHARGE_TIME = '2026-11-25T08:00:00Z';
/** Start date of the example at `CHARGE_TIME`. */
export const START = '2026-12-05';
/** Quarterly payment of the example: 349.28, in one instalment of 87.35 and three of 87.31. */
export const QUARTERLY: Changes = { pay_frequency_in_months: 3 };

/** A client in one environment. */
export type Caller = Pick<FireAgent, 'client' | 'root'>;

export interface ReceiptEntity {
  readonly receipt_no: number;
  readonly number: string | null;
  readonly kind: string;
  readonly status: string;
  readonly period_from: string;
  readonly period_to: string;
  readonly due_date: string;
  readonly net: number;
  readonly fee: number;
  readonly gross: number;
  readonly taxes: readonly { readonly net: number; readonly fee: number; readonly tax: number }[];
  readonly levies: readonly { readonly amount: number }[];
  readonly covers: readonly {
    readonly object_id: number | null;
    readonly code: string;
    readonly net: number;
    readonly sum_insured: number | null;
    readonly tax_class: string;
  }[];
}

/** Inserts an application and moves it to prepay. */
export async function createPrepaid(agent: FireAgent, changes: Changes = {}): Promise<FireEntity> {
  const { id } = await agent.insert(agent.body(changes));
  expectStatus(205, await agent.act(id, 'prepay'));
  return agent.get(id);
}

/** Inserts an application and issues it by charge. */
export async function createPolicy(agent: FireAgent, changes: Changes = {}): Promise<FireEntity> {
  const { id } = await createPrepaid(agent, changes);
  return expectStatus(205, await charge(agent, id)).json<FireEntity>();
}

export function charge({ client, root }: Caller, id: number | string, options: CallOptions = {}): Promise<HttpResponse> {
  return client.put(`${root}/collection-api/applications/${id}/charge`, undefined, options);
}

export function requestPaymentCode({ client, root }: Caller, id: number | string, accept = 'application/json'): Promise<HttpResponse> {
  return client.get(`${root}/collection-api/applications/${id}/payment_code`, { headers: { Accept: accept } });
}

export async function listReceipts({ client, root }: Caller, id: number): Promise<ReceiptEntity[]> {
  return expectStatus(200, await client.get(`${root}/common-api/policy/applications/${id}/receipts`)).json<ReceiptEntity[]>();
}

export async function getReceipt({ client, root }: Caller, id: number, receiptNo = 0): Promise<ReceiptEntity> {
  const path = `${root}/common-api/policy/applications/${id}/receipts/${receiptNo}`;
  return expectStatus(200, await client.get(path)).json<ReceiptEntity>();
}

/** Parses the `Link` header into paths by relation. */
export function parseLinks(response: HttpResponse): Record<string, string> {
  const links = [...String(response.headers.link ?? '').matchAll(/<([^>]+)>;\s*rel="([^"]+)"/g)];
  return Object.fromEntries(links.map(([, href = '', rel = '']) => [rel, new URL(href).pathname]));
}

/** Reads the debt of an agent in production. */
export async function getBalance(app: FireApp, agentCode: string): Promise<number> {
  const [account] = await app.query<{ balance: string }>('production', 'SELECT balance FROM account WHERE agent_code = $1', [agentCode]);
  if (!account) throw new Error(`no account of ${agentCode}`);
  return Number(account.balance);
}

/** Lists the ledger entries of an application in production, each as `kind account amount`. */
export async function listLedgerEntries(app: FireApp, id: number): Promise<string[]> {
  const rows = await app.query<{ entry: string }>(
    'production',
    `SELECT concat_ws(' ', t.kind, a.code, e.amount) AS entry
     FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id JOIN account a ON a.id = e.account_id
     WHERE t.application_id = $1 ORDER BY t.id, e.amount DESC`,
    [id],
  );
  return rows.map(({ entry }) => entry);
}

/** Calculates the remainder modulo 97 of an RF creditor reference, which is 1 for a valid one (ISO 11649). */
export function calculateRfRemainder(code: string): bigint {
  const digits = [...(code.slice(4) + code.slice(0, 4))].map((char) => Number.parseInt(char, 36)).join('');
  return BigInt(digits) % 97n;
}

export function toCents(amount: number): number {
  return Math.round(amount * 100);
}

export function sumCents(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + toCents(amount), 0);
}
