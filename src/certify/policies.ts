import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDays, type LocalDate } from '../common/athens.js';
import { PACKAGE_ROOT } from '../common/package-root.js';
import type { Sandbox } from './sandbox.js';

export interface Application {
  readonly id: number;
  readonly status_code: string;
  readonly start_date: LocalDate;
  readonly end_date: LocalDate;
  readonly renewal_of: number | null;
  readonly pricing: { readonly gross: number };
}

interface ReceiptBody {
  readonly kind: string;
  readonly status: 'PENDING' | 'PAID' | 'CANCELLED';
  readonly period_from: LocalDate;
}

interface PaymentBody {
  readonly outcome: 'ISSUED' | 'INSTALMENT_PAID' | 'SUSPENDED';
  readonly reason: { readonly code: string } | null;
}

interface Wishes {
  readonly payFrequencyMonths?: 3 | 12;
  readonly isReferred?: boolean;
}

interface Example {
  readonly fire_application: { readonly objects_insured: readonly object[] };
}

const EXAMPLE = join(PACKAGE_ROOT, 'examples/fire-application.json');
const APPLICATIONS = '/fire-api/rsc/applications';
const STARTS_IN_DAYS = 10;

export async function insert(sandbox: Sandbox, { payFrequencyMonths = 12, isReferred = false }: Wishes = {}): Promise<Application> {
  const text = readFileSync(EXAMPLE, 'utf8').replace('{{startDate}}', addDays(await today(sandbox), STARTS_IN_DAYS));
  const { fire_application: example } = JSON.parse(text) as Example;
  const objects = example.objects_insured.map((object) => ({ ...object, ...(isReferred && { illegal: '1' }) }));
  const json = { fire_application: { ...example, pay_frequency_in_months: payFrequencyMonths, objects_insured: objects } };
  return sandbox.read('POST', APPLICATIONS, { json, headers: { 'Idempotency-Key': randomUUID() } });
}

export async function createPrepaid(sandbox: Sandbox, wishes?: Wishes): Promise<Application> {
  const application = await insert(sandbox, wishes);
  await sandbox.call('PUT', `${APPLICATIONS}/${application.id}/prepay`);
  return application;
}

export async function createPolicy(sandbox: Sandbox, wishes?: Wishes): Promise<Application> {
  const { id } = await createPrepaid(sandbox, wishes);
  return sandbox.read('PUT', `/collection-api/applications/${id}/charge`, { headers: { 'Idempotency-Key': randomUUID() } });
}

/** Pays the due amount through the bank. `more`: difference in euro. */
export async function pay(sandbox: Sandbox, id: number, more = 0): Promise<PaymentBody> {
  const notice = await sandbox.read<{ payment_code: string; amount: number }>('GET', `/collection-api/applications/${id}/payment_code`);
  const amount = Math.round((notice.amount + more) * 100) / 100;
  const json = { payment_code: notice.payment_code, amount, reference: randomUUID() };
  return sandbox.read('POST', '/test-api/resources/payments', { json });
}

export function listReceipts(sandbox: Sandbox, id: number): Promise<ReceiptBody[]> {
  return sandbox.read('GET', `/common-api/policy/applications/${id}/receipts`);
}

export async function getStatus(sandbox: Sandbox, id: number): Promise<string> {
  return (await sandbox.read<Application>('GET', `${APPLICATIONS}/${id}`)).status_code;
}

const CLOCK = '/test-api/resources/clock';

interface Clock {
  readonly time: string;
  readonly state: 'ready' | 'advancing' | 'resetting';
}

async function today(sandbox: Sandbox): Promise<LocalDate> {
  return (await sandbox.read<Clock>('GET', CLOCK)).time.slice(0, 10);
}

export async function advanceTo(sandbox: Sandbox, date: LocalDate): Promise<void> {
  await sandbox.call('POST', `${CLOCK}/advance`, { json: { to: date } });
  await sandbox.poll<Clock>(CLOCK, ({ state }) => state === 'ready');
}

export async function reset(sandbox: Sandbox): Promise<void> {
  await sandbox.call('POST', '/test-api/resources/reset');
  await sandbox.poll<{ readonly state: string }>('/test-api/resources/reset', ({ state }) => state === 'ready');
}
