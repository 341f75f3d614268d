import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays } from '../common/athens.js';
import { advanceTo, insert, createPolicy, pay, createPrepaid, listReceipts, getStatus, type Application } from './policies.js';
import { parseBody, CheckFailed, retryAfterOf, type Sandbox } from './sandbox.js';

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
  const path = `/collection-api/applications/${id}/charge`;
  const key = { 'Idempotency-Key': randomUUID() };
  const cut = await sandbox.send('PUT', path, { headers: { ...key, 'X-Test-Fault': 'timeout' } });
  expect(sandbox, 'the connection is cut, so the outcome is unknown', cut?.status, undefined);
  const repeated = await sandbox.call('PUT', path, { headers: key });
  expect(sandbox, 'the same key finds the response of the first call', repeated.headers['idempotency-replayed'], 'true');
  const receipts = await listReceipts(sandbox, id);
  expect(sandbox, 'one receipt is paid', receipts.map(({ status }) => status).join(), 'PAID');
}

async function waitOut(sandbox: Sandbox, status: string, code: string): Promise<void> {
  const { id } = await insert(sandbox);
  const path = `/fire-api/rsc/applications/${id}`;
  await sandbox.call('POST', '/test-api/resources/faults', { json: { status, count: 2, route: 'GET /fire-api/rsc/applications/{id}' } });
  const refused = await sandbox.send('GET', path);
  if (refused === null) throw new CheckFailed('There was no response.');
  const { error } = parseBody<{ error: string | { code: string } }>(refused);
  expect(
    sandbox,
    'it is refused like in production',
    `${refused.status} ${typeof error === 'string' ? error : error.code}`,
    `${status} ${code}`,
  );
  expect(sandbox, 'the response has a Retry-After', retryAfterOf(refused) > 0, true);
  await sleep(retryAfterOf(refused));
  const served = await sandbox.read<Application>('GET', path);
  expect(sandbox, 'the repeated call is served', served.id, id);
}

async function refer(sandbox: Sandbox): Promise<void> {
  const { id, status_code: status, pricing } = await insert(sandbox, { isReferred: true });
  expect(sandbox, 'it needs an approval', status, '25');
  await sandbox.call('PUT', `/fire-api/rsc/applications/${id}/request_approval`);
  const decision = { decision: 'approve_with_terms', terms: { loading_percent: 10, note: 'Annual inspection.' } };
  const approved = await sandbox.read<Application>('POST', `/test-api/resources/applications/${id}/underwriting`, { json: decision });
  expect(sandbox, 'it is approved', approved.status_code, '01');
  expect(sandbox, 'with a loading, which the customer must be told', approved.pricing.gross > pricing.gross, true);
  await sandbox.call('PUT', `/fire-api/rsc/applications/${id}/prepay`);
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
  await advanceTo(sandbox, addDays(due.period_from, 1));
  expect(sandbox, 'the instalment is not paid', await getStatus(sandbox, id), '55');
  await advanceTo(sandbox, addDays(due.period_from, LAPSES_AFTER_DAYS));
  expect(sandbox, 'the policy has lapsed', await getStatus(sandbox, id), '70');
  const earned = (await listReceipts(sandbox, id)).filter(({ status }) => status === 'PENDING').map(({ kind }) => kind);
  expect(sandbox, 'the premium of the covered days is owed', earned.join(), 'EARNED');
  await sandbox.call('PUT', `/collection-api/applications/${id}/charge`);
  const late = await sandbox.send('PUT', `/collection-api/applications/${id}/charge`);
  expect(sandbox, 'nothing else can be charged', late && parseBody<{ error: string }>(late).error, '-702');
}

async function renew(sandbox: Sandbox): Promise<void> {
  const policy = await createPolicy(sandbox);
  await advanceTo(sandbox, addDays(policy.end_date, -RENEWS_DAYS_BEFORE));
  const renewal = await sandbox.read<Application>('PUT', `/collection-api/applications/${policy.id}/charge`);
  expect(sandbox, 'the renewal is a policy of its own', `${renewal.status_code} of ${renewal.renewal_of}`, `50 of ${policy.id}`);
  expect(sandbox, 'it starts when the previous one ends', renewal.start_date, policy.end_date);
  await advanceTo(sandbox, addDays(policy.end_date, 1));
  expect(sandbox, 'the previous policy ended as renewed', await getStatus(sandbox, policy.id), '65');
  expect(sandbox, 'its renewal is in force', await getStatus(sandbox, renewal.id), '50');
}

function expect(sandbox: Sandbox, what: string, found: unknown, expected: unknown): void {
  if (found !== expected) throw new CheckFailed(`${what}: ${String(found)} instead of ${String(expected)}`);
  sandbox.print(`   ✓ ${what}`);
}
