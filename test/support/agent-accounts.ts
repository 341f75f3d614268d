import { toLocalDate, type LocalDate } from '../../src/common/athens.js';
import type { Environment } from '../../src/common/environment.js';
import { toCents, charge, CHARGE_TIME, createPolicy, createPrepaid, QUARTERLY } from './collection.js';
import { readSeed, createRandom } from './depth.js';
import { expectStatus, type FireAgent, type FireApp } from './fire-app.js';
import type { LocalCollectionClient } from './collection-client.js';

export interface AgedDebt {
  readonly notDue: number;
  readonly days0To30: number;
  readonly days31To60: number;
  readonly days61To90: number;
  readonly over90: number;
}

export interface AgentAccountItem {
  readonly code: string;
  readonly balance: number;
  readonly agedDebt: AgedDebt;
  readonly creditLeft: number;
  readonly oldestUnpaid: string | null;
}

export interface AgentAccountList {
  readonly items: readonly AgentAccountItem[];
  readonly total: number;
  readonly totals: { readonly owed: number; readonly credit: number; readonly agedDebt: AgedDebt };
}

export interface AccountStatementEntry {
  readonly at: string;
  readonly kind: string;
  readonly reference: string;
  readonly receipt: string | null;
  readonly client_name: string | null;
  readonly gross: number | null;
  readonly net: number | null;
  readonly debit: number | null;
  readonly credit: number | null;
  readonly balance: number;
}

export interface AccountStatement {
  readonly opening_balance: number;
  readonly closing_balance: number;
  readonly debits: number;
  readonly credits: number;
  readonly entries: readonly AccountStatementEntry[];
}

export interface AgentAccount {
  readonly balance: number;
  readonly credit_left: number;
  readonly credit_set_aside: number;
  readonly aged_debt: Record<string, number>;
  readonly last_settlement: { readonly at: string; readonly amount: number } | null;
  readonly open_charges: readonly { readonly reference: string; readonly charged_at: string; readonly open: number }[];
  readonly open_charges_total: number;
}

const WEEKS = 20;
export const DAY_MS = 86_400_000;

/** Clients of a simulated year: agent B-1 (`busy`) and agent B-2 (`other`). */
export interface AccountYear {
  readonly busy: FireAgent;
  readonly other: FireAgent;
  readonly issuing: LocalCollectionClient;
  readonly moveTo: (instant: string) => Promise<void>;
  /** Reads the debt of B-1. */
  readonly owed: () => Promise<number>;
}

/** Simulates a year of charges, instalments, settlements, cancellations and refunds of credit. */
export async function simulateAccountYear({ busy, other, issuing, moveTo, owed }: AccountYear): Promise<void> {
  let now = CHARGE_TIME;
  const moveOn = async (instant: number): Promise<void> => moveTo((now = new Date(instant).toISOString()));
  const random = createRandom(readSeed('AGENT_ACCOUNTS_SEED', 18));
  const quarterly: number[] = [];
  let policies: number[] = [];
  for (let week = 0; week < WEEKS; week += 1) {
    await moveOn(Date.parse(CHARGE_TIME) + week * 9 * DAY_MS + Math.floor(random() * DAY_MS));
    const isQuarterly = random() < 0.5;
    const policy = await createPolicy(busy, isQuarterly ? QUARTERLY : {});
    (isQuarterly ? quarterly : policies).push(policy.id);
    // The charge is refused when the instalment is paid or not due yet.
    if (week % 3 === 2) for (const id of quarterly) await charge(busy, id);
    const paid = Math.floor(toCents(await owed()) * random() * 0.5);
    if (random() < 0.5 && paid > 0) expectStatus(200, await issuing.settle('B-1', paid / 100, `S-${week}`));
    if (week % 5 === 4) {
      const [id] = policies;
      if (id !== undefined) expectStatus(200, await issuing.cancel(id, toLocalDate(new Date(now)), { claims: random() < 0.5 }));
      policies = policies.slice(1);
    }
  }
  // Ensures debts of different ages for every seed.
  for (const days of [1, 31]) {
    await moveOn(Date.parse(now) + days * DAY_MS);
    await createPolicy(busy);
  }
  await createPolicy(other);
  expectStatus(200, await issuing.settle('B-2', 1000, 'S-OTHER'));
  const refund = async (amount: number): Promise<number> =>
    expectStatus(201, await issuing.staff.post('agents/B-2/refunds', { amount })).json<{ id: number }>().id;
  const id = await refund(50);
  await refund(25);
  expectStatus(200, await issuing.staff.post(`refunds/${id}/withdrawal`, {}));
  await createPrepaid(other);
}

export interface BookedEntry {
  readonly at: Date;
  readonly kind: string;
  readonly amount: string;
  readonly due: LocalDate | null;
}

/** Lists the ledger entries of an agent in order. */
export const listBookedEntries = (app: FireApp, code: string, environment: Environment = 'production'): Promise<BookedEntry[]> =>
  app.query<BookedEntry & Record<string, unknown>>(
    environment,
    `SELECT t.at, t.kind, e.amount, r.due_date::text AS due FROM ledger_entry e JOIN account a ON a.id = e.account_id
       JOIN ledger_transaction t ON t.id = e.transaction_id LEFT JOIN receipt r ON r.receipt_no = t.receipt_no
     WHERE a.agent_code = $1 ORDER BY t.id`,
    [code],
  );

/** Calculates the debt by age: each credit pays the oldest open debit. */
export function calculateAgedDebt(entries: readonly BookedEntry[], today: LocalDate): Record<keyof AgedDebt, number> {
  const open: { day: LocalDate; due: LocalDate | null; left: number }[] = [];
  let credit = 0;
  for (const { at, amount, due } of entries) {
    const moved = toCents(Number(amount));
    if (moved > 0) open.push({ day: toLocalDate(at), due, left: moved });
    else credit -= moved;
    for (const one of open) {
      const paid = Math.min(credit, one.left);
      one.left -= paid;
      credit -= paid;
    }
  }
  const aged = { notDue: 0, days0To30: 0, days31To60: 0, days61To90: 0, over90: 0 };
  for (const { day, due, left } of open) {
    const age = Math.round((Date.parse(today) - Date.parse(day)) / DAY_MS);
    const name =
      due !== null && due > today ? 'notDue' : age <= 30 ? 'days0To30' : age <= 60 ? 'days31To60' : age <= 90 ? 'days61To90' : 'over90';
    aged[name] += left;
  }
  return aged;
}
export const toAgedCents = ({ notDue, days0To30, days31To60, days61To90, over90 }: AgedDebt): Record<keyof AgedDebt, number> => ({
  notDue: toCents(notDue),
  days0To30: toCents(days0To30),
  days31To60: toCents(days31To60),
  days61To90: toCents(days61To90),
  over90: toCents(over90),
});
export const sumAgedDebt = (aged: Record<keyof AgedDebt, number>): number => Object.values(aged).reduce((sum, part) => sum + part, 0);
