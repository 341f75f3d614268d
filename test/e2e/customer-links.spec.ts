import { createKeySecret } from '../../src/identity/secret.js';
import type { HttpResponse } from '../support/client.js';
import { CustomerClient, getToken, makeLink } from '../support/customer.js';
import { expectRefused } from '../support/expect-error.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { readOutbox } from '../support/outbox.js';
import { StaffClient } from '../support/staff-client.js';

const TEN_MINUTES_MS = 600_000;

let app: FireApp;
let agent: FireAgent;
let other: FireAgent;
let production: FireAgent;
let issuing: StaffClient;
let afmDigits: string;

beforeAll(async () => {
  app = await FireApp.start();
  ({ sandbox: agent, production } = await app.createAgent());
  other = (await app.createAgent({ code: '20002' })).sandbox;
  issuing = await StaffClient.open(app.running, 'issuing', '/dev');
  afmDigits = String(agent.body().fire_application.client['afm']).slice(-4);
});
afterAll(() => app.stop());
/** Calls are limited by time, which only goes forward. */
beforeEach(() => moveTo(new Date(app.clock.now().getTime() + TEN_MINUTES_MS).toISOString()));

async function moveTo(instant: string): Promise<void> {
  app.clock.set(instant);
  await agent.renewToken();
  await production.renewToken();
  await issuing.renewSession();
}

async function expectLinkRefused(call: () => Promise<HttpResponse>): Promise<void> {
  const before = await app.readFingerprint();
  const response = await call();
  expect([response.status, response.json<{ error: string }>().error]).toEqual([401, '-201']);
  expect(await app.readFingerprint()).toEqual(before);
}

const links = (id: number): string => `${agent.root}/docs-api/policy/applications/${id}/customer_links`;
const pick = ({ status, text }: HttpResponse) => ({ status, text: text.replace(/"request_?id":"[^"]*"/i, '') });

async function sent(): Promise<number> {
  const { id } = await agent.insert();
  expectStatus(200, await agent.act(id, 'send_for_acceptance'));
  return id;
}

describe('a link', () => {
  it('is shown once, opens the page for its purpose, and only its hash is stored', async () => {
    const id = await sent();
    const made = expectStatus(201, await agent.client.post(links(id), { purpose: 'accept' })).json<{ id: number; url: string }>();
    expect(made).toMatchObject({ purpose: 'accept', state: 'open', expires_at: '2026-11-27T10:10:00', sent_to: null, withdrawn_at: null });
    const token = getToken(made.url);
    expect(token).toMatch(/^[A-Za-z0-9]{40}$/);
    const listed = expectStatus(200, await agent.client.get(links(id)));
    expect(listed.text).not.toContain(token);
    expect(listed.json<object[]>()).toEqual([expect.objectContaining({ id: made.id, state: 'open' })]);
    expect(await app.query('sandbox', 'SELECT FROM customer_link k WHERE position($1 IN k::text) > 0', [token])).toEqual([]);
    const visitor = CustomerClient.of(app, agent, token);
    const opened = expectStatus(200, await visitor.get('visit'));
    expect(opened.json()).toMatchObject({ purpose: 'accept', confirmed: false, sandbox: true });
    for (const { headers } of [opened, await visitor.get('case')]) expect(headers).not.toHaveProperty('x-token-expires-in');
    const confirmed = await visitor.confirm(app, afmDigits);
    expect(expectStatus(200, await confirmed.get('visit')).json()).toMatchObject({ confirmed: true });
    expect(await confirmed.getCase()).toMatchObject({ purpose: 'accept', gross: 332.64, accept_by: '2026-11-27', payment: null });
  });

  it('is for its own application only, and for what the application awaits', async () => {
    const { id } = await agent.insert();
    await expectRefused(app, () => agent.client.post(links(id), { purpose: 'accept' }), { code: '-400' });
    await expectRefused(app, () => agent.client.post(links(id), { purpose: 'withdraw' }), { code: '-400' });
    await expectRefused(app, () => agent.client.post(links(id), { purpose: 'all' }), { code: '-102', violations: [['purpose', '-102']] });
    const waiting = await sent();
    await expectRefused(app, () => other.client.post(links(waiting), { purpose: 'accept' }), { code: '-300' });
    await expectRefused(app, () => agent.client.post(links(waiting), { purpose: 'accept', expires: '2027-01-01' }), {
      code: '-104',
      violations: [['expires', '-104']],
    });
    expectStatus(201, await agent.client.post(links(waiting), { purpose: 'accept', expires: '2026-11-21' }));
  });

  it('is limited to ten valid ones', async () => {
    const id = await sent();
    for (let made = 0; made < 10; made += 1) await makeLink(agent, id, 'accept');
    await expectRefused(app, () => agent.client.post(links(id), { purpose: 'accept' }), { code: '-405' });
    const [{ id: first }] = (await agent.client.get(links(id))).json<[{ id: number }]>();
    expectStatus(204, await agent.client.delete(`${links(id)}/${first}`));
    await makeLink(agent, id, 'accept');
  });

  it('is made and withdrawn by staff too, with a record of it', async () => {
    const id = await sent();
    const path = `applications/${id}/customer-links`;
    const made = expectStatus(201, await issuing.post(path, { purpose: 'accept' })).json<{ id: number; url: string }>();
    const visitor = CustomerClient.of(app, agent, getToken(made.url));
    expectStatus(200, await visitor.get('visit'));
    expectStatus(204, await issuing.delete(`${path}/${made.id}`));
    expect(expectStatus(200, await issuing.get(path)).json()).toMatchObject({
      items: [{ state: 'withdrawn', withdrawnBy: 'Staff issuing' }],
    });
    await expectLinkRefused(() => visitor.get('visit'));
    await expectRefused(app, () => issuing.delete(`${path}/999999`), { code: '-304' });
  });

  it('is mailed in production, and nothing is mailed in the sandbox', async () => {
    const before = (await readOutbox(app.running.database.config.dataDir)).length;
    const id = await sent();
    const made = expectStatus(201, await agent.client.post(links(id), { purpose: 'accept', mail: true }));
    expect(made.json()).toMatchObject({ sent_to: 'm…@example.gr' });
    expect(await readOutbox(app.running.database.config.dataDir)).toHaveLength(before);
    const real = await production.insert();
    expectStatus(200, await production.act(real.id, 'send_for_acceptance'));
    const { url } = await makeLink(production, real.id, 'accept', { mail: true });
    const mails = await readOutbox(app.running.database.config.dataDir);
    expect(mails.at(-1)?.text).toContain(`/c/${getToken(url)}`);
    expect(mails.at(-1)?.to).toBe('maria@example.gr');
  });
});

describe('a link that does not open', () => {
  it('gets one answer for all reasons, and changes nothing', async () => {
    const id = await sent();
    const [expired, withdrawn, pay, locked] = await Promise.all([
      makeLink(agent, id, 'accept', { expires: '2026-11-20' }),
      makeLink(agent, id, 'accept'),
      makeLink(agent, (await agent.insertIn('45')).id, 'pay'),
      makeLink(agent, id, 'accept'),
    ]);
    expectStatus(204, await agent.client.delete(`${links(id)}/${withdrawn.id}`));
    const lockedVisitor = CustomerClient.of(app, agent, getToken(locked.url));
    for (let attempt = 1; attempt <= 5; attempt += 1) await lockedVisitor.post('visit', { digits: '0000' });
    const payer = await CustomerClient.of(app, agent, getToken(pay.url)).confirm(app, afmDigits);
    await moveTo('2026-11-20T22:00:00Z');
    const open = await makeLink(agent, id, 'accept');
    const before = await app.readFingerprint();
    const refusals = [
      await CustomerClient.of(app, agent, createKeySecret()).get('visit'),
      await CustomerClient.of(app, agent, 'short').get('visit'),
      await CustomerClient.of(app, agent, getToken(expired.url)).get('visit'),
      await CustomerClient.of(app, agent, getToken(withdrawn.url)).get('visit'),
      await lockedVisitor.get('visit'),
      await lockedVisitor.post('visit', { digits: afmDigits }),
      // A link belongs to one environment.
      await CustomerClient.of(app, production, getToken(open.url)).get('visit'),
      // A link has one purpose.
      await payer.post('code'),
      await payer.post('withdrawal', { confirmed: true }),
      await payer.post('acceptance', { accepted: true, shown: '-' }),
      // Before the second factor.
      await CustomerClient.of(app, agent, getToken(open.url)).get('case'),
      await CustomerClient.of(app, agent, getToken(open.url)).get('documents/1'),
    ];
    expect(await app.readFingerprint()).toEqual(before);
    expect(new Set(refusals.map((one) => JSON.stringify(pick(one)))).size).toBe(1);
    expect(refusals[0]?.status).toBe(401);
    const pages = await Promise.all(
      [createKeySecret(), getToken(expired.url), getToken(withdrawn.url), getToken(locked.url)].map((token) =>
        CustomerClient.of(app, agent, token).getPage(),
      ),
    );
    expect(new Set(pages.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  });

  it('never opens by guesses, which are limited by their address', async () => {
    const before = await app.readFingerprint();
    const statuses = new Set<number>();
    const guess = async (): Promise<void> => {
      const guesses = Array.from({ length: 100 }, () => CustomerClient.of(app, agent, createKeySecret()).get('visit'));
      for (const { status } of await Promise.all(guesses)) statuses.add(status);
    };
    for (let round = 0; round < 5; round += 1) {
      await guess();
      app.clock.set(new Date(app.clock.now().getTime() + 100_000).toISOString());
    }
    expect([...statuses]).toEqual([401]);
    for (let round = 0; round < 3; round += 1) await guess();
    expect([...statuses]).toEqual([401, 429]);
    expect(await app.readFingerprint()).toEqual(before);
  });

  it('does not open by the proof of another link', async () => {
    const id = await sent();
    const [first, second] = [await makeLink(agent, id, 'accept'), await makeLink(agent, id, 'accept')];
    const response = expectStatus(204, await CustomerClient.of(app, agent, getToken(first.url)).post('visit', { digits: afmDigits }));
    const [cookie = ''] = response.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(new RegExp(`; HttpOnly; Secure; SameSite=Strict; Path=/dev/c/${getToken(first.url)}; Max-Age=3600$`));
    const stranger = new CustomerClient(app, `${agent.root}/c/${getToken(second.url)}`, cookie.split(';')[0]);
    await expectLinkRefused(() => stranger.get('case'));
  });
});

describe('the second factor', () => {
  it('is counted by all simultaneous guesses, and locks the link at the fifth', async () => {
    const id = await sent();
    const { url } = await makeLink(agent, id, 'accept');
    const visitor = CustomerClient.of(app, agent, getToken(url));
    const first = await visitor.post('visit', { digits: '0000' });
    expect([first.status, first.json<{ message: string }>().message]).toEqual([400, 'Τα ψηφία δεν είναι σωστά. Απομένουν προσπάθειες: 4.']);
    await expectRefused(app, () => visitor.post('visit', { digits: '12' }), { code: '-102', violations: [['digits', '-102']] });
    const guesses = await Promise.all(Array.from({ length: 20 }, (_, guess) => visitor.post('visit', { digits: String(1000 + guess) })));
    expect(guesses.filter(({ status }) => status === 400)).toHaveLength(3);
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(17);
    await expectLinkRefused(() => visitor.post('visit', { digits: afmDigits }));
    expect((await agent.client.get(links(id))).json()).toMatchObject([{ state: 'locked' }]);
  });

  it('shows the documents without scripts', async () => {
    const { id } = await agent.insertIn('50');
    const { url } = await makeLink(agent, id, 'policy');
    const visitor = CustomerClient.of(app, agent, getToken(url));
    const page = expectStatus(200, await visitor.getPage('?lang=en'));
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    expect(page.headers['content-security-policy']).not.toContain('unsafe');
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(page.text).toContain('Last 4 digits');
    expect(page.text).not.toContain('332');
    expect((await visitor.postForm('0000')).status).toBe(400);
    const confirmed = await visitor.postForm(afmDigits);
    expect([confirmed.status, confirmed.headers.location]).toEqual([303, `${getToken(url)}?lang=el`]);
    const [cookie = ''] = confirmed.headers['set-cookie'] ?? [];
    const reader = new CustomerClient(app, visitor.path, cookie.split(';')[0]);
    const shown = expectStatus(200, await reader.getPage()).text;
    const paths = [...shown.matchAll(/href="\.\.\/dev\/c\/[A-Za-z0-9]+\/(documents\/\d+)\?lang=el"/g)].map(([, path]) => path!);
    expect(paths.length).toBeGreaterThanOrEqual(2);
    for (const path of paths) expect(expectStatus(200, await reader.get(path)).headers['content-type']).toBe('application/pdf');
    await expectRefused(app, () => reader.get('documents/999999'), { code: '-303' });
    const staff = await StaffClient.open(app.running, 'issuing', '/dev');
    const deliveries = expectStatus(200, await staff.get(`applications/${id}/deliveries`)).json<{ items: object[] }>();
    expect(deliveries.items).toContainEqual(expect.objectContaining({ kind: 'POLICY', channel: 'LINK', deliveredTo: 'Πελάτης' }));
  });
});
