import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assertSuccess, type components, type operations, unwrap } from '../../clients/typescript/src/index.js';
import { addDays } from '../common/athens.js';
import { PACKAGE_ROOT } from '../common/package-root.js';
import { CheckFailed, type Sandbox } from './sandbox.js';

type Schemas = components['schemas'];
export type Application = Schemas['FireApplicationResponse'];
type Example = operations['insertFireApplication']['requestBody']['content']['application/json'];

interface Wishes {
  readonly payFrequencyMonths?: 3 | 12;
  readonly isReferred?: boolean;
}

const EXAMPLE = join(PACKAGE_ROOT, 'examples/fire-application.json');
const STARTS_IN_DAYS = 10;

export async function insert(sandbox: Sandbox, wishes: Wishes = {}): Promise<Application> {
  const body = buildExample(await sandbox.getToday(), wishes);
  return unwrap(await sandbox.client.POST('/fire-api/rsc/applications', { body }));
}

function buildExample(today: string, { payFrequencyMonths = 12, isReferred = false }: Wishes): Example {
  const text = readFileSync(EXAMPLE, 'utf8').replace('{{startDate}}', addDays(today, STARTS_IN_DAYS));
  const { fire_application: example } = JSON.parse(text) as Example;
  const objects = example.objects_insured?.map((object) => ({ ...object, ...(isReferred && { illegal: '1' as const }) }));
  return { fire_application: { ...example, pay_frequency_in_months: payFrequencyMonths, objects_insured: objects } };
}

export async function createPrepaid(sandbox: Sandbox, wishes?: Wishes): Promise<Application> {
  const application = await insert(sandbox, wishes);
  await prepay(sandbox, application.id);
  return application;
}

export async function prepay({ client }: Sandbox, id: number): Promise<void> {
  assertSuccess(await client.PUT('/fire-api/rsc/applications/{id}/prepay', { params: { path: { id } } }));
}

export async function createPolicy(sandbox: Sandbox, wishes?: Wishes): Promise<Application> {
  const { id } = await createPrepaid(sandbox, wishes);
  return charge(sandbox, id);
}

export async function charge({ client }: Sandbox, id: number): Promise<Application> {
  const charged = unwrap(await client.PUT('/collection-api/applications/{id}/charge', { params: { path: { id } } }));
  if (!('status_code' in charged)) throw new CheckFailed('It is no fire application.');
  return charged;
}

export async function pay({ client }: Sandbox, id: number, more = 0): Promise<Schemas['SandboxPaymentResponse']> {
  const params = { path: { id } };
  const headers = { Accept: 'application/json' };
  const notice = unwrap(await client.GET('/collection-api/applications/{id}/payment_code', { params, headers }));
  if (typeof notice === 'string') throw new CheckFailed('The payment code is no JSON.');
  const amount = Math.round((notice.amount + more) * 100) / 100;
  const body = { payment_code: notice.payment_code, amount, reference: randomUUID() };
  return unwrap(await client.POST('/test-api/resources/payments', { body }));
}

export async function listReceipts({ client }: Sandbox, id: number): Promise<Schemas['ReceiptResponse'][]> {
  return unwrap(await client.GET('/common-api/policy/applications/{id}/receipts', { params: { path: { id } } }));
}

export async function getStatus({ client }: Sandbox, id: number): Promise<string> {
  return unwrap(await client.GET('/fire-api/rsc/applications/{id}', { params: { path: { id } } })).status_code;
}
