import type { SandboxAccessResponse } from '../../src/backoffice/access/signup/signup.dto.js';
import { SERVICE_NAMES } from '../../src/identity/service-name.js';
import { startApp, type RunningApp } from '../support/app.js';
import type { HttpResponse, Client } from '../support/client.js';
import { readOutbox, type OutboxMail } from '../support/outbox.js';
import { listViolationLines, findMailedToken, createNewcomer, SIGNUP, SignupApp } from '../support/signup.js';
import { createStaff, type StaffAccess } from '../support/staff-client.js';

const VERIFY = `${SIGNUP}/verify`;
const BODY = { name: 'Μαρία Παππά', programName: 'Πύλη <b>&"' };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HTML = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let app: SignupApp;
let running: RunningApp;
let admin: StaffAccess;

beforeAll(async () => {
  app = await SignupApp.start({ publicUrl: 'https://gateway.insurer.example', signupsPerDay: 40 });
  ({ running } = app);
  admin = await createStaff(running, 'admin');
});
/** Each test has a separate day because of the daily limits. */
beforeEach(async () => {
  app.advanceMs(DAY_MS);
  admin = await createStaff(running, 'admin');
});
afterAll(() => app.stop());

async function signUp(): Promise<{ client: Client; email: string; token: string }> {
  const { client, email } = createNewcomer(running);
  expect((await client.post(SIGNUP, { ...BODY, email })).status).toBe(202);
  return { client, email, token: await findMailedToken(running, email) };
}

async function mailsTo(email: string): Promise<OutboxMail[]> {
  return (await readOutbox(running.database.config.dataDir)).filter(({ to }) => to === email);
}

describe('a sign-up', () => {
  it('sends only a mail until its link is confirmed, and then creates everything for a first call', async () => {
    const { client, email } = createNewcomer(running);
    const response = await client.post(SIGNUP, { ...BODY, email: email.toUpperCase(), environments: ['production', 'sandbox'] });
    expect(response.status).toBe(202);
    expect(response.json()).toEqual({ email, verifyBefore: new Date(app.clock.now().getTime() + 48 * HOUR_MS).toISOString() });
    const [mail, ...others] = await mailsTo(email);
    expect(others).toEqual([]);
    expect(mail!.link).toBe(`https://gateway.insurer.example/console/dev/signup/verify?token=${mail!.token}`);
    // Text of a stranger is not mailed to anybody.
    for (const text of [BODY.name, 'Πύλη']) expect(mail!.text).not.toContain(text);

    // Opening the link changes nothing.
    const before = await app.readFingerprint();
    for (const headers of [{}, HTML])
      for (const method of ['GET', 'HEAD'])
        expect((await client.call(method, `${VERIFY}?token=${mail!.token}`, { headers })).status).toBe(200);
    expect((await client.get(`${VERIFY}?token=${mail!.token}`)).json()).toEqual({ ...response.json(), programName: BODY.programName });
    expect(await app.readFingerprint()).toEqual(before);

    const confirmed = await client.post(`${VERIFY}?token=${mail!.token}`);
    expect([confirmed.status, confirmed.headers['cache-control']]).toEqual([201, 'no-store']);
    const access = confirmed.json<SandboxAccessResponse & Record<string, unknown>>();
    const secret = expect.stringMatching(/^[A-Za-z0-9]{40}$/) as string;
    const { agentCode } = access;
    const firstCalls = ['curl', 'TypeScript', 'Python'].map((language) => ({
      language,
      text: expect.stringContaining(access.apiKey) as string,
    }));
    expect(access).toEqual({
      firstCalls,
      apiKey: secret,
      userKey: secret,
      agentCode: expect.stringMatching(/^sbx-\d+$/) as string,
      sandboxUrl: 'https://gateway.insurer.example/dev',
      tokensUrl: 'https://gateway.insurer.example/dev/auth-api/resources/tokens',
      documentationUrl: 'https://gateway.insurer.example/docs',
    });
    expect([await app.requestToken('/dev', access), await app.requestToken('', access)]).toEqual(['201 ', '403 API_KEY_UNAUTHORIZED']);

    const agent = { code: agentCode, name: BODY.programName, type: 'test', creditLimit: 1_000_000, subagents: [] };
    expect((await admin.client.get('/dev/backoffice-api/agents?type=test')).json()).toMatchObject({ items: [agent] });
    expect((await admin.client.get(`/backoffice-api/agents/${agentCode}`)).json()['error']).toBe('-304');
    const keys = await admin.client.get(`/backoffice-api/api-keys?prefix=${access.apiKey.slice(0, 6)}`);
    expect(keys.json()).toMatchObject({
      items: [
        {
          status: 'active',
          services: SERVICE_NAMES,
          environments: ['sandbox'],
          signup: { name: BODY.name, email, environments: ['production', 'sandbox'], verifiedAt: app.clock.now().toISOString() },
        },
      ],
    });
    const users = await admin.client.get(`/backoffice-api/users?agentCode=${agentCode}`);
    expect(users.json()).toMatchObject({ items: [{ email, role: 'agent', sandboxOnly: true, delegates: [], hasPassword: false }] });
    const [{ id } = { id: 0 }] = await app.query<{ id: number }>('SELECT id FROM signup WHERE email = $1', [email]);
    expect((await admin.client.get(`/backoffice-api/audit?subjectType=signup&subjectId=${id}`)).json()).toMatchObject({
      items: [
        { action: 'verify', actor: email, actorId: null, details: { agentCode } },
        { action: 'signup', actor: 'signup', address: expect.stringMatching(/^10\./) as string, details: { email } },
      ],
    });
    expect((await admin.client.get(`/backoffice-api/audit?subjectType=agent&subjectId=${agentCode}`)).json()).toMatchObject({ total: 1 });
  });

  it('for an existing account creates nothing and gets the same response; only the mail differs', async () => {
    const { client, email } = createNewcomer(running);
    const unknown = await client.post(SIGNUP, { ...BODY, email });
    const count = 'SELECT count(*)::integer AS n FROM app_user';
    const before = await app.query(count);
    const known = await createNewcomer(running).client.post(SIGNUP, { ...BODY, email: admin.email });
    expect([known.status, Object.keys(known.headers)]).toEqual([unknown.status, Object.keys(unknown.headers)]);
    expect(known.json()).toEqual({ ...unknown.json(), email: admin.email });
    const [mail, ...others] = await mailsTo(admin.email);
    expect([mail!.token, others]).toEqual(['', []]);
    expect(mail!.text).toContain('already has an account');
    expect(await app.query(count)).toEqual(before);
    expect(await app.query('SELECT token_hash, api_key_id FROM signup WHERE email = $1', [admin.email])).toEqual([
      { token_hash: null, api_key_id: null },
    ]);
    // The audit record contains nothing in the name of an unverified person.
    expect((await admin.client.get(`/backoffice-api/audit?actor=${admin.email}`)).json()).toMatchObject({ total: 0 });
  });

  it('is confirmed once, by one of several at once, within two days, and by no other token', async () => {
    const late = await signUp();
    app.advanceMs(48 * HOUR_MS);
    await app.expectViolations(() => late.client.post(`${VERIFY}?token=${late.token}`), 'token -102');
    await app.expectViolations(() => late.client.get(`${VERIFY}?token=${late.token}`), 'token -102');
    const { client, token } = await signUp();
    const responses = await Promise.all([1, 2, 3, 4].map(() => client.post(`${VERIFY}?token=${token}`)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
    const [access] = responses.filter(({ status }) => status === 201).map((response) => response.json<SandboxAccessResponse & object>());
    expect(await app.requestToken('/dev', access!)).toBe('201 ');
    expect(await app.query('SELECT FROM app_user WHERE agent_code = $1', [access!.agentCode])).toHaveLength(1);
    await app.expectViolations(() => client.post(`${VERIFY}?token=${token}`), 'token -102');
    for (const [query, code] of [
      ['', '-105'],
      ['?token=', '-105'],
      ['?token=x', '-102'],
      [`?token=${'x'.repeat(40)}`, '-102'],
    ]) {
      const response = await client.post(`${VERIFY}${query}`);
      expect([query, response.status, response.json()['error']]).toEqual([query, 400, code]);
    }
    const other = await signUp();
    expect(listViolationLines(await client.get(`/backoffice-api/passwords?token=${other.token}`))).toEqual(['token -102']);
  });

  it('is confirmed again with the same agent after a crash that followed the agent’s creation', async () => {
    const { client, email, token } = await signUp();
    const [{ id } = { id: 0 }] = await app.query<{ id: number }>('SELECT id FROM signup WHERE email = $1', [email]);
    const agent = { code: `sbx-${id}`, name: 'Πύλη', type: 'test', creditLimit: '1000000.00' } as const;
    await running.parts.agents.create({ environment: 'sandbox', at: app.clock.now() }, agent);
    const response = await client.post(`${VERIFY}?token=${token}`);
    const access = response.json<SandboxAccessResponse & object>();
    expect([response.status, access.agentCode, await app.requestToken('/dev', access)]).toEqual([201, agent.code, '201 ']);
  });

  it('creates nothing when its address got an account before the link was confirmed', async () => {
    const { client, email, token } = await signUp();
    expect((await admin.client.post('/backoffice-api/users', { email, name: 'Νέα', role: 'issuing' })).status).toBe(201);
    expect(listViolationLines(await client.post(`${VERIFY}?token=${token}`))).toEqual(['token -102']);
    expect(await app.query('SELECT role FROM app_user WHERE email = $1', [email])).toEqual([{ role: 'issuing' }]);
    expect(await app.query('SELECT FROM program WHERE owner = $1', [email])).toEqual([]);
  });

  it.each([
    [{}, ['name -101', 'email -101', 'programName -101']],
    [{ ...BODY, email: 'x@', environments: ['prod'] }, ['email -102', 'environments[0] -102']],
    [{ ...BODY, email: 'a\u0000b@x.gr' }, ['email -102']],
    [{ ...BODY, email: '\ud800a@b.gr' }, ['email -102']],
    [{ ...BODY, email: 'a@b.example', name: 'a\u0000b', environments: [] }, ['name -102', 'environments -102']],
  ])('is refused for %j with every violation; no mail is sent, nothing changes', async (body, violations) => {
    const mails = await readOutbox(running.database.config.dataDir);
    await app.expectViolations(() => createNewcomer(running).client.post(SIGNUP, body), ...violations);
    expect(await readOutbox(running.database.config.dataDir)).toEqual(mails);
  });

  it.each([
    'a:victim@x.example',
    'a:victim@x.example, b@y.example;',
    'a@x.example,victim@y.example',
    'a@x.example; victim@y.example',
    'Maria <victim@x.example>',
    '<victim@x.example>',
    'victim@x.example (comment)',
    'a(comment)@x.example',
    '"victim@x.example"@y.example',
    '@relay.example:victim@x.example',
    'a@x.example\r\nBcc: victim@y.example',
    'a\u2028@x.example',
    'a\u0085@x.example',
  ])('refuses the address %j everywhere; no mail is sent, nothing changes', async (email) => {
    const { client } = createNewcomer(running);
    const mails = await readOutbox(running.database.config.dataDir);
    await app.expectViolations(() => client.post(SIGNUP, { ...BODY, email }), 'email -102');
    await app.expectViolations(() => client.post('/backoffice-api/passwords/reset', { email }), 'email -102');
    await app.expectViolations(() => admin.client.post('/backoffice-api/users', { email, name: 'Maria', role: 'issuing' }), 'email -102');
    await app.expectViolations(() => admin.client.put('/backoffice-api/settings', { insurer: { email } }), 'insurer.email -102');
    expect(await readOutbox(running.database.config.dataDir)).toEqual(mails);
  });
});

describe('the page of a sign-up link', () => {
  async function page(call: Promise<HttpResponse>): Promise<HttpResponse> {
    const response = await call;
    expect(response.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'x-frame-options': 'DENY' });
    expect(response.headers['referrer-policy']).toBe('no-referrer');
    expect(response.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(response.text).not.toMatch(/<script|<b>| style="| on\w+=|src=/);
    return response;
  }

  it('has a button and shows markup as text; the next page shows the keys in the language of the browser', async () => {
    const { client, email, token } = await signUp();
    const address = `${VERIFY}?token=${token}`;
    const greek = await page(client.get(address, { headers: HTML }));
    expect(greek.text).toContain('<strong>Πύλη &lt;b&gt;&amp;&quot;</strong>');
    expect(greek.text).toContain('<form method="post"><button>Δημιουργία κλειδιών</button></form>');
    const english = { ...HTML, 'Accept-Language': 'en' };
    expect((await page(client.get(address, { headers: english }))).text).toContain('<button>Create keys</button>');
    const form = { ...english, 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': '0' };
    const shown = await page(client.call('POST', address, { headers: form }));
    expect(shown.status).toBe(201);
    const [apiKey = '', userKey = '', agentCode = ''] = [...shown.text.matchAll(/<dd><code>([^<]+)<\/code>/g)].map(([, value]) => value);
    expect([await app.requestToken('/dev', { apiKey, userKey }), agentCode]).toEqual(['201 ', expect.stringMatching(/^sbx-/)]);
    expect(shown.text).toContain(`curl -sS --fail-with-body https://gateway.insurer.example/dev/auth-api/resources/tokens -H`);
    const again = await page(client.call('POST', address, { headers: form }));
    expect([again.status, again.text.includes('was used. Sign up again.')]).toEqual([400, true]);
    expect((await page(client.get(address, { headers: HTML }))).status).toBe(400);
    expect((await mailsTo(email)).some(({ text }) => text.includes(apiKey) || text.includes(userKey))).toBe(false);
  });
});

describe('the limit of sign-ups in 24 hours', () => {
  async function expectOver(call: () => Promise<HttpResponse>, seconds: number): Promise<void> {
    const [before, mails] = [await app.readFingerprint(), await readOutbox(running.database.config.dataDir)];
    const response = await call();
    expect([response.status, response.headers['retry-after']]).toEqual([429, String(seconds)]);
    expect(response.json()).toMatchObject({ error: { code: 'OVER_RATE_LIMIT' } });
    expect(await app.readFingerprint()).toEqual(before);
    expect(await readOutbox(running.database.config.dataDir)).toEqual(mails);
  }

  it('is three per mail address, known or not, also for simultaneous calls', async () => {
    for (const email of [createNewcomer(running).email, admin.email]) {
      const ask = (): Promise<HttpResponse> => createNewcomer(running).client.post(SIGNUP, { ...BODY, email: email.toUpperCase() });
      const responses = await Promise.all([1, 2, 3, 4].map(ask));
      expect(responses.map(({ status }) => status).sort()).toEqual([202, 202, 202, 429]);
      app.advanceMs(HOUR_MS);
      await expectOver(ask, (23 * HOUR_MS) / 1000);
    }
    app.advanceMs(23 * HOUR_MS);
    const { email } = admin;
    expect((await createNewcomer(running).client.post(SIGNUP, { ...BODY, email })).status).toBe(202);
    expect(await mailsTo(email)).toHaveLength(4);
  });

  it.each([
    ['/24', '198.51.100.7', '198.51.100.200', '198.51.101.7'],
    ['/48', '2001:db8:1::7', '2001:db8:1:ffff::9', '2001:db8:2::7'],
  ])('is ten per network: %s', async (_, first, neighbour, other) => {
    const ask = (address: string): Promise<HttpResponse> => {
      const { client, email } = createNewcomer(running);
      return client.with({ 'X-Forwarded-For': address }).post(SIGNUP, { ...BODY, email });
    };
    for (let round = 0; round < 10; round += 1) {
      expect((await ask(first)).status).toBe(202);
      app.advanceMs(60_000);
    }
    await expectOver(() => ask(neighbour), 24 * 3600 - 600);
    expect((await ask(other)).status).toBe(202);
    app.advanceMs(DAY_MS - 600_000);
    expect([(await ask(neighbour)).status, (await ask(neighbour)).status]).toEqual([202, 429]);
  });

  it('has a total for all addresses', async () => {
    for (let round = 0; round < 40; round += 1) await signUp();
    const { client, email } = createNewcomer(running);
    await expectOver(() => client.post(SIGNUP, { ...BODY, email }), 24 * 3600);
  });
});

describe('a process of one environment', () => {
  it('answers the links of the sandbox when it serves the sandbox', async () => {
    const sandbox = await startApp({
      clock: app.clock,
      config: { publicUrl: 'https://sandbox.insurer.example', environments: ['sandbox'] },
    });
    try {
      const { client: staff } = await createStaff(sandbox, 'admin');
      const invited = { email: 'invited@insurer.example', name: 'Invited', role: 'issuing' };
      expect((await staff.post('/dev/backoffice-api/users', invited)).status).toBe(201);
      const { client, email } = createNewcomer(sandbox);
      expect((await client.post(`/dev${SIGNUP}`, { ...BODY, email })).status).toBe(202);
      const mails = await readOutbox(sandbox.database.config.dataDir);
      expect(mails.map(({ to }) => to)).toEqual([invited.email, email]);
      const pages = ['/console/dev/password', '/console/dev/signup/verify'];
      const routes = ['/backoffice-api/passwords', VERIFY];
      for (const [index, { link }] of mails.entries()) {
        const { origin, pathname, search } = new URL(link);
        expect([origin, pathname]).toEqual(['https://sandbox.insurer.example', pages[index]]);
        expect((await client.get(pathname + search)).status).toBe(200);
        expect((await client.get(`/dev${routes[index]}${search}`)).status).toBe(200);
        expect((await client.get(`${routes[index]}${search}`)).status).toBe(404);
      }
      const confirmed = await client.post(`/dev${VERIFY}?token=${mails[1]!.token}`);
      expect(confirmed.json()).toMatchObject({ sandboxUrl: 'https://sandbox.insurer.example/dev' });
    } finally {
      await sandbox.stop();
    }
  });

  it('has no sign-up when it serves production', async () => {
    const production = await startApp({ clock: app.clock, config: { environments: ['production'] } });
    try {
      const { client, email } = createNewcomer(production);
      for (const root of ['', '/dev'])
        for (const response of [
          await client.post(root + SIGNUP, { ...BODY, email }),
          await client.get(`${root}${VERIFY}?token=${'x'.repeat(40)}`),
          await client.post(`${root}${VERIFY}?token=${'x'.repeat(40)}`),
        ])
          expect([response.status, response.json()]).toMatchObject([404, { error: { code: 'NOT_FOUND' } }]);
      expect(await readOutbox(production.database.config.dataDir)).toEqual([]);
    } finally {
      await production.stop();
    }
  });
});
