import { addDays } from '../../src/common/athens.js';
import type { HttpResponse } from '../support/client.js';
import { FireApp, getHistory, MORNING, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { expectRefused } from '../support/expect-error.js';

let app: FireApp;
let agent: FireAgent;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
});
beforeEach(() => moveTo(MORNING));
afterAll(() => app.stop());

const TODAY = MORNING.slice(0, 10);

/** Moves the clock and renews the token. */
async function moveTo(time: string): Promise<void> {
  app.clock.set(time);
  await agent.renewToken();
}

async function createCalculated(startInDays: number): Promise<FireEntity> {
  const entity = await agent.insert(agent.body({ start_date: addDays(app.clock.today(), startInDays) }));
  expect(entity.status_code).toBe('01');
  return entity;
}

const prepay = ({ id }: FireEntity): Promise<HttpResponse> => agent.act(id, 'prepay');

describe('PUT /fire-api/rsc/applications/{id}/prepay', () => {
  it('returns 205, links and no body, and the application waits for payment with a policy number', async () => {
    const before = await createCalculated(10);
    const response = await prepay(before);
    expect([response.status, response.bytes.length, response.headers['content-length']]).toEqual([205, 0, '0']);
    const links = [...String(response.headers.link).matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, href = '', rel]) => [
      rel,
      new URL(href).pathname,
    ]);
    const collection = `/collection-api/applications/${before.id}`;
    expect(links).toEqual([
      ['notification', `${collection}/payment_code`],
      ['issue', `${collection}/charge`],
    ]);
    const after = await agent.get(before.id);
    expect(after).toEqual({
      ...before,
      status_code: '45',
      status_title: 'Αναμονή πληρωμής',
      policy_no: before.application_no.replace('F', 'P'),
      version: 2,
      links: after.links,
    });
    expect(after.links.map(({ rel }) => rel)).toEqual(['self', 'documents', 'notification', 'issue']);
  });

  it.each([
    ['the end of the start date', 10, '2026-11-30T22:00:00.000Z'],
    ['the end of today for a start today', 0, '2026-11-20T22:00:00.000Z'],
    ['15 days when the start is later', 16, '2026-12-05T22:00:00.000Z'],
  ])('allows payment until %s, in Athens', async (_name, startInDays, payBy) => {
    const { id } = await createCalculated(startInDays);
    await agent.act(id, 'prepay');
    const [row] = await app.query<{ pay_by: Date }>('production', 'SELECT pay_by FROM application WHERE id = $1', [id]);
    expect(row?.pay_by.toISOString()).toBe(payBy);
  });

  it('allows payment until midnight of summer time', async () => {
    await moveTo('2027-07-01T09:00:00Z');
    const { id } = await createCalculated(3);
    await agent.act(id, 'prepay');
    const [row] = await app.query<{ pay_by: Date }>('production', 'SELECT pay_by FROM application WHERE id = $1', [id]);
    expect(row?.pay_by.toISOString()).toBe('2027-07-04T21:00:00.000Z');
  });

  it('reserves the number in the year of the reservation', async () => {
    await moveTo('2026-12-31T21:30:00Z');
    const old = await createCalculated(40);
    await moveTo('2026-12-31T22:30:00Z');
    await prepay(old);
    expect(old.application_no).toMatch(/^F26/);
    expect((await agent.get(old.id)).policy_no).toBe(`P27${old.application_no.slice(3)}`);
  });
});

describe('the price check of prepay', () => {
  const REFUSED = { code: '-605' };

  it('refuses a start date in the past, from midnight in Athens', async () => {
    const [first, second] = [await createCalculated(0), await createCalculated(0)];
    await moveTo(`${TODAY}T21:59:59Z`);
    expect((await prepay(first)).status).toBe(205);
    await moveTo(`${TODAY}T22:00:00Z`);
    await expectRefused(app, () => prepay(second), REFUSED);
    expect((await agent.get(second.id)).status_code).toBe('01');
  });

  it('refuses a calculation older than the tariff allows, 30 days', async () => {
    const [first, second] = [await createCalculated(60), await createCalculated(60)];
    await moveTo('2026-12-20T21:59:59Z');
    expect((await prepay(first)).status).toBe(205);
    await moveTo('2026-12-20T22:00:00Z');
    await expectRefused(app, () => prepay(second), REFUSED);
  });

  it('refuses a price that differs from a new calculation', async () => {
    const { id } = await createCalculated(10);
    const tamper = `UPDATE application SET version = version + 1, price = jsonb_set(price::jsonb, '{gross}', '"332.63"') WHERE id = $1`;
    await app.query('production', tamper, [id]);
    await expectRefused(app, () => agent.act(id, 'prepay'), REFUSED);
  });

  it('accepts a price after edit and calc', async () => {
    const before = await createCalculated(60);
    app.clock.advanceDays(31);
    await agent.renewToken();
    await expectRefused(app, () => prepay(before), REFUSED);
    await agent.act(before.id, 'edit');
    await agent.act(before.id, 'calc');
    expect((await prepay(before)).status).toBe(205);
    expect((await getHistory(agent, before.id)).transitions).toEqual(['- insert 01', '01 edit 00', '00 calc 01', '01 prepay 45']);
  });

  it('gives its reason, in English when asked', async () => {
    const { id } = await createCalculated(0);
    await moveTo('2026-11-21T08:00:00Z');
    const response = await agent.client.put(agent.path(`${id}/prepay`), undefined, { headers: { 'Accept-Language': 'en' } });
    expect(response.json()).toEqual({
      status: 'ERROR',
      error: '-605',
      message: "The application can't proceed as of today, for example because of its start date. Correct it and price it again.",
    });
  });
});

describe('after the time to pay', () => {
  const paymentCode = (id: number): Promise<HttpResponse> => agent.client.get(`/collection-api/applications/${id}/payment_code`);

  it('charge and payment code are refused with -704 until the clock cancels the application', async () => {
    const { id } = await createCalculated(10);
    await agent.act(id, 'prepay');
    await moveTo('2026-11-30T21:59:59Z');
    await app.runDueWork('production');
    expect((await paymentCode(id)).status).toBe(200);

    await moveTo('2026-11-30T22:00:00Z');
    await expectRefused(app, () => agent.act(id, 'charge'), { code: '-704' });
    await expectRefused(app, () => paymentCode(id), { code: '-704' });
    await app.runDueWork('production');
    expect((await agent.get(id)).status_code).toBe('45');

    await moveTo('2026-12-03T22:00:00Z');
    await app.runDueWork('production');
    const { status, transitions } = await getHistory(agent, id);
    expect([status, transitions.at(-1)]).toEqual(['02', '45 prepay_expires 02']);
    const [transition] = await app.query(
      'production',
      `SELECT actor, reason FROM status_transition WHERE application_id = $1 ORDER BY id DESC LIMIT 1`,
      [id],
    );
    expect(transition).toEqual({ actor: 'clock', reason: 'PREPAY_EXPIRED' });
    await expectRefused(app, () => agent.act(id, 'charge'), { code: '-702' });
    await expectRefused(app, () => paymentCode(id), { code: '-703' });
  });

  it('the price was valid until then, although the start date and the calculation grew old', async () => {
    const { id } = await createCalculated(10);
    await agent.act(id, 'prepay');
    await moveTo('2026-11-30T21:59:59Z');
    const charged = await agent.act(id, 'charge');
    expect(charged.status).toBe(205);
    expect((await agent.get(id)).pricing?.gross).toBe(332.64);
  });
});
