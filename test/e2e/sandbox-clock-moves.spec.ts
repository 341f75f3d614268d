import { jest } from '@jest/globals';
import pg from 'pg';
import { advanceClock, getClock, waitUntilAdvanced } from '../support/agent-clock.js';
import type { HttpResponse } from '../support/client.js';
import { charge, createPrepaid } from '../support/collection.js';
import * as files from '../support/files.js';
import { expectStatus, FireApp, getHistory, MORNING, type FireAgent } from '../support/fire-app.js';
import { getPaymentCode, LocalCollectionClient } from '../support/collection-client.js';
import { expectAllRefused, expectError, expectRefused } from '../support/expect-error.js';

const CLOCK = '/dev/test-api/resources/clock';

let app: FireApp;
let issuing: LocalCollectionClient;
let agents = 0;

beforeAll(async () => {
  app = await FireApp.start();
  issuing = await LocalCollectionClient.open(app, 'sandbox');
});
afterAll(() => app.stop());

/** Creates an agent whose clock was never stopped. */
async function newAgent(): Promise<FireAgent> {
  return (await app.createAgent({ code: `C${(agents += 1)}` })).sandbox;
}

describe('a call that began before the clock was moved', () => {
  it('is refused when it writes afterwards, and nothing is written in the past', async () => {
    app.clock.set(MORNING);
    const agent = await newAgent();
    const { id } = await agent.insert();
    const { uploads } = app.running.parts;
    const receive = uploads.receive.bind(uploads);
    let before = {};
    jest.spyOn(uploads, 'receive').mockImplementationOnce((request, holder, limit, work) =>
      receive(request, holder, limit, async (file) => {
        await advanceClock(agent, { days: 1 });
        before = await app.readFingerprint();
        return work(file);
      }),
    );
    const path = `/dev/docs-api/policy/applications/${id}/documents?mime_type=image/png&category_id=2&file_name=a.png`;
    const response = await agent.client.call('POST', path, { body: files.PNG, headers: { 'Content-Type': 'image/png' } });
    expectError(response, { status: 503, code: '-2' });
    expect(response.headers['retry-after']).toBe('1');
    expect(await app.readFingerprint()).toEqual(before);
  });

  it('is waited for while it writes', async () => {
    app.clock.set(MORNING);
    const agent = await newAgent();
    const { id } = await createPrepaid(agent);
    const other = new pg.Client({ connectionString: app.running.database.url });
    await other.connect();
    try {
      await other.query('BEGIN');
      await other.query('SELECT FROM sandbox.application WHERE id = $1 FOR UPDATE', [id]);
      const charged = charge(agent, id);
      await waitUntilWaiting(other);
      expectStatus(202, await agent.client.post(`${CLOCK}/advance`, { days: 100 }));
      expect(await getClock(agent)).toMatchObject({ state: 'advancing', frozen_time: '2026-11-20T10:00:00+02:00' });
      await other.query('COMMIT');
      expect(expectStatus(205, await charged).json()).toMatchObject({ status_code: '50', issue_date: '2026-11-20' });
    } finally {
      await other.end();
    }
    await waitUntilAdvanced(agent);
    expect((await getHistory(agent, id)).transitions).toEqual(['- insert 01', '01 prepay 45', '45 issue 50']);
  });
});

/** Waits until another connection waits for a lock. */
async function waitUntilWaiting(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
    if (rows.length > 0) return;
  }
}

describe('the clock of an agent', () => {
  let agent: FireAgent;
  const put = (frozen_time: unknown): Promise<HttpResponse> => agent.client.put(CLOCK, { frozen_time });
  const post = (body: unknown): Promise<HttpResponse> => agent.client.post(`${CLOCK}/advance`, body);

  beforeEach(async () => {
    app.clock.set(MORNING);
    agent = await newAgent();
  });

  it('shows real time until it is stopped, and again when it is released', async () => {
    expect(await getClock(agent)).toEqual({ time: '2026-11-20T10:00:00+02:00', frozen_time: null, state: 'ready', advance_to: null });
    expect(expectStatus(202, await put('2026-12-24')).json()).toMatchObject({
      state: 'advancing',
      advance_to: '2026-12-24T00:00:00+02:00',
    });
    expect(await waitUntilAdvanced(agent)).toMatchObject({ time: '2026-12-24T00:00:00+02:00', frozen_time: '2026-12-24T00:00:00+02:00' });
    app.clock.set('2026-11-20T08:10:00Z');
    expect((await getClock(agent)).time).toBe('2026-12-24T00:00:00+02:00');
    expect(expectStatus(200, await agent.client.delete(CLOCK)).json()).toEqual({
      time: '2026-11-20T10:10:00+02:00',
      frozen_time: null,
      state: 'ready',
      advance_to: null,
    });
    expect(await agent.insert()).toMatchObject({ application_no: expect.stringMatching(/^F26/) as string });
  });

  it('accepts the time that it shows, and the same time in any other zone', async () => {
    const { time } = await advanceClock(agent, { days: 1 });
    expect(time).toBe('2026-11-21T10:00:00+02:00');
    expect(await advanceClock(agent, { to: time.replace('T10', 'T11') })).toMatchObject({ time: '2026-11-21T11:00:00+02:00' });
    expect(await advanceClock(agent, { to: '2026-11-21T05:30:00.500-04:30' })).toMatchObject({ time: '2026-11-21T12:00:00+02:00' });
  });

  it('keeps the local time over a change of summer time', async () => {
    expect(await advanceClock(agent, { days: 130 })).toMatchObject({ time: '2027-03-30T10:00:00+03:00' });
  });

  it('moves forward only, and by a limited time', async () => {
    const refused = (path: string, code = '-102'): { code: string; violations: [[string, string]] } => ({
      code,
      violations: [[path, code]],
    });
    const calls = [
      [() => put(MORNING), refused('frozen_time')],
      [() => put('2026-11-20'), refused('frozen_time')],
      [() => put('2027-12-26'), refused('frozen_time')],
      [() => put('soon'), refused('frozen_time', '-104')],
      [() => put('2026-12-24T10:00:00+02'), refused('frozen_time', '-104')],
      [() => put('2026-12-24T10:00:00+15:00'), refused('frozen_time', '-104')],
      [() => put('2026-11-20T11:59:59+04:00'), refused('frozen_time')],
      [() => put(undefined), refused('frozen_time', '-101')],
      [() => post({}), refused('to', '-101')],
      [() => post({ to: '2027-01-01', days: 3 }), refused('days')],
      [() => post({ days: 0 }), refused('days')],
      [() => post({ days: 401 }), refused('days')],
      [() => post({ to: '2026-11-19T08:00:00Z' }), refused('to')],
    ] as const;
    await expectAllRefused(app, calls);
    for (const to of ['2027-12-20', '2028-12-20', '2029-12-20', '2030-12-20']) await advanceClock(agent, { to });
    const [late] = await expectAllRefused(app, [[() => post({ to: '2031-11-21' }), refused('to')]]);
    expect(late?.json<{ message: string }>().message).toContain('2026-11-20T10:00:00+02:00');
    expect(await advanceClock(agent, { to: '2031-11-20' })).toMatchObject({ frozen_time: '2031-11-20T00:00:00+02:00' });
  });

  it('is advanced by one of several simultaneous calls, and once by a repeated one', async () => {
    const responses = await Promise.all(Array.from({ length: 5 }, () => post({ days: 5 })));
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(202);
    for (const response of responses)
      if (response.status !== 202) expect(['-400', '-2']).toContain(response.json<{ error: string }>().error);
    await waitUntilAdvanced(agent);
    const { time } = await getClock(agent);
    const options = { headers: { 'Idempotency-Key': 'five-more' } };
    const keyed = (): Promise<HttpResponse> => agent.client.post(`${CLOCK}/advance`, { days: 5 }, options);
    const first = expectStatus(202, await keyed());
    await waitUntilAdvanced(agent);
    const again = expectStatus(202, await keyed());
    expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
    expect([await getClock(agent), time < (await getClock(agent)).time]).toMatchObject([{ time: '2026-11-30T10:00:00+02:00' }, true]);
  });

  it('is not released while data has a later date', async () => {
    await advanceClock(agent, { days: 5 });
    const { id } = await agent.insert();
    await expectRefused(app, () => agent.client.delete(CLOCK), { code: '-400' });
    app.clock.set('2026-11-25T08:00:01Z');
    await agent.renewToken();
    expectStatus(200, await agent.client.delete(CLOCK));
    expect(await agent.get(id)).toMatchObject({ status_code: '01' });
  });

  it('does not exist in production', async () => {
    const { production } = await app.createAgent({ code: `C${(agents += 1)}` });
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['POST', '/advance'],
      ['DELETE', ''],
    ] as const)
      expect((await production.client.call(method, `/test-api/resources/clock${path}`)).json()).toMatchObject({
        error: { code: 'NOT_FOUND' },
      });
  });

  it('refuses writes of agent, staff and bank while it moves, and allows reads', async () => {
    const { id } = await createPrepaid(agent);
    const code = await getPaymentCode(agent, id);
    // Simulates another process that advances the clock.
    await app.query('sandbox', ON_ITS_WAY, [agent.access.agentCode]);
    const refusal = { status: 503, code: '-2' };
    const responses = await expectAllRefused(app, [
      [() => agent.post(agent.body()), refusal],
      [() => agent.act(id, 'DELETE'), refusal],
      [() => charge(agent, id), refusal],
      [() => charge(agent, id, { headers: { 'Idempotency-Key': 'on-its-way' } }), refusal],
      [() => issuing.sendPayment(code.payment_code, code.amount), refusal],
      [() => issuing.sendPayment(code.payment_code, 1), refusal],
      [() => issuing.settle(agent.access.agentCode, 1, 'S-2'), refusal],
      [() => post({ days: 1 }), { code: '-400' }],
      [() => agent.client.delete(CLOCK), refusal],
    ]);
    expect(responses.map(({ headers }) => headers['retry-after'])).toEqual([...Array<string>(7).fill('1'), undefined, '1']);
    expect(await agent.get(id)).toMatchObject({ status_code: '45' });
    await app.query('sandbox', `UPDATE agent_clock SET leased_until = NULL WHERE agent_code = $1`, [agent.access.agentCode]);
    await waitUntilAdvanced(agent);
    // The idempotency key was not used.
    expectStatus(205, await charge(agent, id, { headers: { 'Idempotency-Key': 'on-its-way' } }));
  });
});

const ON_ITS_WAY = `
  UPDATE agent_clock SET state = 'advancing', generation = generation + 1, frozen_at = '2026-11-20T08:00:00Z', began_at = '2026-11-20T08:00:00Z',
    advance_to = '2026-11-21T08:00:00Z', leased_until = 'infinity'
  WHERE agent_code = $1`;
