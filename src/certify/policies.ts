import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDays, type LocalDate } from '../common/athens.js';
import { PACKAGE_ROOT } from '../common/package-root.js';
import type { Sandbox } from './sandbox.js';
import { today } from './time.js';

/** Of a fire application, what the checks look at. */
export interface Application {
  readonly id: number;
  readonly status_code: string;
  readonly start_date: LocalDate;
  readonly end_date: LocalDate;
  readonly renewal_of: number | null;
  readonly pricing: { readonly gross: number };
}

export interface ReceiptBody {
  readonly status: 'PENDING' | 'PAID' | 'CANCELLED';
  readonly period_from: LocalDate;
}

export interface PaymentBody {
  readonly outcome: 'ISSUED' | 'INSTALMENT_PAID' | 'SUSPENDED';
  readonly reason: { readonly code: string } | null;
}

/** What differs from the example. */
export interface Wishes {
  readonly payFrequencyMonths?: 3 | 12;
  /** Something that an underwriter must look at. */
  readonly isReferred?: boolean;
}

interface Example {
  readonly fire_application: { readonly objects_insured: readonly object[] };
}

const EXAMPLE = join(PACKAGE_ROOT, 'examples/fire-application.json');
const APPLICATIONS = '/fire-api/rsc/applications';
const STARTS_IN_DAYS = 10;

/** A new application: the example, from ten days on. */
export async function insert(sandbox: Sandbox, { payFrequencyMonths = 12, isReferred = false }: Wishes = {}): Promise<Application> {
  const text = readFileSync(EXAMPLE, 'utf8').replace('{{startDate}}', addDays(await today(sandbox), STARTS_IN_DAYS));
  const { fire_application: example } = JSON.parse(text) as Example;
  const objects = example.objects_insured.map((object) => ({ ...object, ...(isReferred && { illegal: '1' }) }));
  const json = { fire_application: { ...example, pay_frequency_in_months: payFrequencyMonths, objects_insured: objects } };
  return sandbox.read('POST', APPLICATIONS, { json, headers: { 'Idempotency-Key': randomUUID() } });
}

/** One whose customer is asked to pay. */
export async function prepaid(sandbox: Sandbox, wishes?: Wishes): Promise<Application> {
  const application = await insert(sandbox, wishes);
  await sandbox.call('PUT', `${APPLICATIONS}/${application.id}/prepay`);
  return application;
}

/** A policy, issued by charge. */
export async function policyOf(sandbox: Sandbox, wishes?: Wishes): Promise<Application> {
  const { id } = await prepaid(sandbox, wishes);
  return sandbox.read('PUT', `/collection-api/applications/${id}/charge`, { headers: { 'Idempotency-Key': randomUUID() } });
}

/** The bank pays what the customer is asked for, or so many euro more or less. */
export async function pay(sandbox: Sandbox, id: number, more = 0): Promise<PaymentBody> {
  const notice = await sandbox.read<{ payment_code: string; amount: number }>('GET', `/collection-api/applications/${id}/payment_code`);
  const amount = Math.round((notice.amount + more) * 100) / 100;
  const json = { payment_code: notice.payment_code, amount, reference: randomUUID() };
  return sandbox.read('POST', '/test-api/resources/payments', { json });
}

export function receiptsOf(sandbox: Sandbox, id: number): Promise<ReceiptBody[]> {
  return sandbox.read('GET', `/common-api/policy/applications/${id}/receipts`);
}

export async function statusOf(sandbox: Sandbox, id: number): Promise<string> {
  return (await sandbox.read<Application>('GET', `${APPLICATIONS}/${id}`)).status_code;
}
