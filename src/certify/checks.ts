import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays } from '../common/athens.js';
import { assertSuccess, type CallResult, type GatewayFailure, toFailure, unwrap } from '../../clients/typescript/src/index.js';
import { charge, createPolicy, createPrepaid, getStatus, insert, listReceipts, pay, prepay } from './policies.js';
import { CheckFailed, type Sandbox } from './sandbox.js';

export interface SandboxCheck {
  readonly name: string;
  readonly about: string;
  readonly play: (sandbox: Sandbox) => Promise<void>;
}

/** More than the tolerance, in euro (money.105). */
const SHORT = 1;
const RENEWS_DAYS_BEFORE = 59;
/** 30 days to pay, and two weeks in which the bank's files may come (money.81). */
const LAPSES_AFTER_DAYS = 44;

export const CHECKS: readonly SandboxCheck[] = [
  {
    name: 'cut',
    about: 'A charge whose connection is cut is repeated with the same Idempotency-Key, and is carried out once.',
    play: repeatAfterCut,
  },
  {
    name: 'limit',
    about: 'A call over the limit (429) is repeated after Retry-After.',
    play: (sandbox) => waitOut(sandbox, '429', 'OVER_RATE_LIMIT'),
  },
  {
    name: 'outage',
    about: 'A call during an outage (503) is repeated after Retry-After.',
    play: (sandbox) => waitOut(sandbox, '503', '-2'),
  },
  { name: 'referral', about: 'A referred application goes to the underwriter and continues with the terms of the approval.', play: refer },
  { name: 'short', about: 'A payment that is a euro short issues nothing; the exact one does.', play: payShort },
  {
    name: 'lapse',
    about: 'An unpaid instalment makes the policy unpaid (55). It lapses (70) after its month of notice, and owes the covered days.',
    play: lapse,
  },
  { name: 'renewal', about: 'A policy is renewed before its anniversary; then the previous one ends as renewed (65).', play: renew },
];

async function repeatAfterCut(sandbox: Sandbox): Promise<void> {
  const { id } = await createPrepaid(sandbox);
  const params = { path: { id } };
  const key = { 'Idempotency-Key': randomUUID() };
  const cut = await sandbox.single
    .PUT('/collection-api/applications/{id}/charge', { params, headers: { ...key, 'X-Test-Fault': 'timeout' } })
    .catch(() => null);
  expect(sandbox, 'the connection is cut, so the outcome is unknown', cut?.response.status, undefined);
  const repeated = await sandbox.client.PUT('/collection-api/applications/{id}/charge', { params, headers: key });
  expect(sandbox, 'the same key finds the response of the first call', repeated.response.headers.get('Idempotency-Replayed'), 'true');
  const receipts = await listReceipts(sandbox, id);
  expect(sandbox, 'one receipt is paid', receipts.map(({ status }) => status).join(), 'PAID');
}

async function waitOut(sandbox: Sandbox, status: '429' | '503', code: string): Promise<void> {
  const { id } = await insert(sandbox);
  const params = { path: { id } };
  const fault = { status, count: 2, route: 'GET /fire-api/rsc/applications/{id}' };
  unwrap(await sandbox.client.POST('/test-api/resources/faults', { body: fault }));
  const refused = await getRefusal(sandbox.single.GET('/fire-api/rsc/applications/{id}', { params }));
  expect(sandbox, 'it is refused like in production', `${refused.status} ${refused.code}`, `${status} ${code}`);
  const { retryAfterSeconds } = refused;
  expect(sandbox, 'the response has a Retry-After', retryAfterSeconds !== null, true);
  await sleep((retryAfterSeconds ?? 0) * 1000);
  const served = unwrap(await sandbox.client.GET('/fire-api/rsc/applications/{id}', { params }));
  expect(sandbox, 'the repeated call is served', served.id, id);
}

async function refer(sandbox: Sandbox): Promise<void> {
  const { id, status_code: status, pricing } = await insert(sandbox, { isReferred: true });
  const params = { path: { id } };
  expect(sandbox, 'it needs an approval', status, '25');
  assertSuccess(await sandbox.client.PUT('/fire-api/rsc/applications/{id}/request_approval', { params }));
  const decision = { decision: 'approve_with_terms' as const, terms: { loading_percent: 10, note: 'Annual inspection.' } };
  const approved = unwrap(await sandbox.client.POST('/test-api/resources/applications/{id}/underwriting', { params, body: decision }));
  if (!('status_code' in approved)) throw new CheckFailed('It is no fire application.');
  expect(sandbox, 'it is approved', approved.status_code, '01');
  const difference = (approved.pricing?.gross ?? 0) - (pricing?.gross ?? 0);
  expect(sandbox, 'with a loading, which the customer must be told', difference > 0, true);
  await prepay(sandbox, id);
  expect(sandbox, 'it is issued', (await pay(sandbox, id)).outcome, 'ISSUED');
}

async function payShort(sandbox: Sandbox): Promise<void> {
  const { id } = await createPrepaid(sandbox);
  const short = await pay(sandbox, id, -SHORT);
  expect(sandbox, 'the money waits in suspense', `${short.outcome} ${short.reason?.code}`, 'SUSPENDED -701');
  expect(sandbox, 'the application still waits for its payment', await getStatus(sandbox, id), '45');
  expect(sandbox, 'the exact amount issues it', (await pay(sandbox, id)).outcome, 'ISSUED');
}

async function lapse(sandbox: Sandbox): Promise<void> {
  const { id } = await createPolicy(sandbox, { payFrequencyMonths: 3 });
  const [due] = (await listReceipts(sandbox, id)).filter(({ status }) => status === 'PENDING');
  if (!due) throw new CheckFailed('A policy in instalments has pending receipts.');
  await sandbox.advanceTo(addDays(due.period_from, 1));
  expect(sandbox, 'the instalment is not paid', await getStatus(sandbox, id), '55');
  await sandbox.advanceTo(addDays(due.period_from, LAPSES_AFTER_DAYS));
  expect(sandbox, 'the policy has lapsed', await getStatus(sandbox, id), '70');
  const earned = (await listReceipts(sandbox, id)).filter(({ status }) => status === 'PENDING').map(({ kind }) => kind);
  expect(sandbox, 'the premium of the covered days is owed', earned.join(), 'EARNED');
  await charge(sandbox, id);
  const late = await getRefusal(sandbox.single.PUT('/collection-api/applications/{id}/charge', { params: { path: { id } } }));
  expect(sandbox, 'nothing else can be charged', late.code, '-702');
}

async function renew(sandbox: Sandbox): Promise<void> {
  const policy = await createPolicy(sandbox);
  await sandbox.advanceTo(addDays(policy.end_date, -RENEWS_DAYS_BEFORE));
  const renewal = await charge(sandbox, policy.id);
  expect(sandbox, 'the renewal is a policy of its own', `${renewal.status_code} of ${renewal.renewal_of}`, `50 of ${policy.id}`);
  expect(sandbox, 'it starts when the previous one ends', renewal.start_date, policy.end_date);
  await sandbox.advanceTo(addDays(policy.end_date, 1));
  expect(sandbox, 'the previous policy ended as renewed', await getStatus(sandbox, policy.id), '65');
  expect(sandbox, 'its renewal is in force', await getStatus(sandbox, renewal.id), '50');
}

async function getRefusal(call: Promise<CallResult<unknown>>): Promise<GatewayFailure> {
  const result = await call;
  if (result.response.ok) throw new CheckFailed(`${result.response.status} instead of a refusal`);
  return toFailure(result);
}

function expect(sandbox: Sandbox, what: string, found: unknown, expected: unknown): void {
  if (found !== expected) throw new CheckFailed(`${what}: ${String(found)} instead of ${String(expected)}`);
  sandbox.print(`   ✓ ${what}`);
}
