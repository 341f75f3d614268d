import { createKeySecret } from '../../src/identity/secret.js';
import type { HttpResponse } from '../support/client.js';
import { CustomerClient, getToken, makeLink } from '../support/customer.js';
import { getRounds } from '../support/depth.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';

const GUESSES = 100;
/** Time in which the limit of an address forgets a round of guesses. */
const ROUND_MS = 100_000;
const HOUR_MS = 3_600_000;

let app: FireApp;
let agent: FireAgent;
let production: FireAgent;
let digits: string;

beforeAll(async () => {
  app = await FireApp.start();
  ({ sandbox: agent, production } = await app.createAgent());
  digits = String(agent.body().fire_application.client['afm']).slice(-4);
});
afterAll(() => app.stop());
beforeEach(() => wait(10 * 60_000));

async function wait(ms: number): Promise<void> {
  app.clock.set(app.clock.now().getTime() + ms);
  await agent.renewToken();
  await production.renewToken();
}

const open = (token: string, by = agent): CustomerClient => CustomerClient.of(app, by, token);
const confirm = (token: string, by = agent): Promise<CustomerClient> => open(token, by).confirm(app, digits);
const describeResponse = ({ status, text }: HttpResponse): string => `${status} ${text.replace(/"request_?id":"[^"]*"/i, '')}`;

async function sent(by = agent): Promise<number> {
  const { id } = await by.insert();
  expectStatus(200, await by.act(id, 'send_for_acceptance'));
  return id;
}

/** Response to a token that belongs to no link. */
async function getRefusal(): Promise<string> {
  const response = await open(createKeySecret()).get('visit');
  expect([response.status, response.json<{ error: string }>().error]).toEqual([401, '-201']);
  return describeResponse(response);
}

/** Tokens that differ from a valid one in a letter, in case, or in length. */
function changeToken(token: string, index: number): string {
  const at = index % token.length;
  const letter = token[at]!;
  const flipped = letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();
  const other = letter === 'a' ? 'b' : 'a';
  const forms = [
    token.slice(0, at) + (flipped === letter ? other : flipped) + token.slice(at + 1),
    token.slice(0, -1 - at),
    `${token}${letter}`,
  ];
  return index % 4 === 3 ? createKeySecret() : forms[index % 4]!;
}

const CALLS: readonly ((client: CustomerClient) => Promise<HttpResponse>)[] = [
  (client) => client.get('visit'),
  (client) => client.post('visit', { digits }),
  (client) => client.get('case'),
  (client) => client.get('documents/1'),
  (client) => client.post('code'),
  (client) => client.post('acceptance', { accepted: false, shown: '-' }),
  (client) => client.post('contact', { phone: '2101234567' }),
  (client) => client.post('withdrawal', { confirmed: true }),
];

describe('a guessed token', () => {
  it('opens nothing by any call, and all guesses get the same response (customer.31)', async () => {
    const id = await sent();
    const { url } = await makeLink(agent, id, 'accept');
    const token = getToken(url);
    const expected = await getRefusal();
    const before = await app.readFingerprint();
    const seen = new Set<string>();
    const rounds = getRounds({ everyday: 6, deep: 100 });
    for (let round = 0; round < rounds; round += 1) {
      const calls = Array.from({ length: GUESSES }, (_, guess) => {
        const index = round * GUESSES + guess;
        return CALLS[index % CALLS.length]!(open(changeToken(token, index)));
      });
      for (const response of await Promise.all(calls)) seen.add(describeResponse(response));
      app.clock.set(app.clock.now().getTime() + ROUND_MS);
    }
    expect([...seen]).toEqual([expected]);
    expect(await app.readFingerprint()).toEqual(before);
  });
});

describe('a used token', () => {
  it('is refused by every call once its link is withdrawn, expired, or of the other environment (customer.31)', async () => {
    const id = await sent();
    const links = await Promise.all([makeLink(agent, id, 'accept'), makeLink(agent, id, 'accept', { expires: app.clock.today() })]);
    const [withdrawn, expired] = await Promise.all(links.map(({ url }) => confirm(getToken(url))));
    const real = await sent(production);
    const other = await confirm(getToken((await makeLink(production, real, 'accept')).url), production);
    expectStatus(204, await agent.client.delete(`${agent.root}/docs-api/policy/applications/${id}/customer_links/${links[0].id}`));
    await wait(0);
    const expected = await getRefusal();
    // The proof is that of its link, so only the place and the time are wrong.
    const moved = new CustomerClient(app, other.path.replace('/c/', '/dev/c/'));
    let before = await app.readFingerprint();
    for (const client of [withdrawn!, moved]) for (const call of CALLS) expect(describeResponse(await call(client))).toBe(expected);
    expect(await app.readFingerprint()).toEqual(before);
    expectStatus(200, await expired!.get('case'));
    await wait(24 * HOUR_MS);
    before = await app.readFingerprint();
    for (const call of CALLS) expect(describeResponse(await call(expired!))).toBe(expected);
    expect(await app.readFingerprint()).toEqual(before);
  });

  it('serves its own purpose only: the calls of others get the refusal of an unknown link (customer.31)', async () => {
    const expected = await getRefusal();
    const { id } = await agent.insertIn('50');
    const clients = {
      accept: await confirm(getToken((await makeLink(agent, await sent(), 'accept')).url)),
      pay: await confirm(getToken((await makeLink(agent, id, 'pay')).url)),
      policy: await confirm(getToken((await makeLink(agent, id, 'policy')).url)),
      withdraw: await confirm(getToken((await makeLink(agent, id, 'withdraw')).url)),
    };
    const own: Readonly<Record<keyof typeof clients, readonly number[]>> = { accept: [4, 5], pay: [], policy: [6], withdraw: [7] };
    const before = await app.readFingerprint();
    for (const [purpose, client] of Object.entries(clients) as [keyof typeof clients, CustomerClient][])
      for (const call of [4, 5, 6, 7])
        if (!own[purpose].includes(call))
          expect(`${purpose} ${describeResponse(await CALLS[call]!(client))}`).toBe(`${purpose} ${expected}`);
    expect(await app.readFingerprint()).toEqual(before);
  });

  it('needs the second factor again after an hour, whatever cookie is sent (customer.32)', async () => {
    const { url } = await makeLink(agent, await sent(), 'accept');
    const token = getToken(url);
    const response = expectStatus(204, await open(token).post('visit', { digits }));
    const proof = /^__Secure-customer=([^;]+)/.exec(response.headers['set-cookie']?.[0] ?? '')?.[1] ?? '';
    const call = (cookie: string): Promise<HttpResponse> =>
      new CustomerClient(app, `${agent.root}/c/${token}`, `__Secure-customer=${cookie}`).get('case');
    expectStatus(200, await call(proof));
    const expected = await getRefusal();
    await wait(HOUR_MS - 1_000);
    expectStatus(200, await call(proof));
    await wait(1_000);
    const [ends = '', mac = ''] = proof.split('.');
    const before = await app.readFingerprint();
    const later = String(Number(ends) + 3_600);
    for (const cookie of [proof, `${later}.${mac}`, `${later}.`, `.${mac}`, mac, '', 'x', `${'9'.repeat(13)}.${mac}`])
      expect(describeResponse(await call(cookie))).toBe(expected);
    expect(await app.readFingerprint()).toEqual(before);
    expectStatus(204, await open(token).post('visit', { digits }));
  });
});

describe('the second factor and the code by brute force', () => {
  it('fail at the fifth attempt, after which the right ones fail too and change nothing (customer.32)', async () => {
    const expected = await getRefusal();
    const id = await sent();
    const rounds = getRounds({ everyday: 2, deep: 9 });
    for (let round = 0; round < rounds; round += 1) {
      const token = getToken((await makeLink(agent, id, 'accept')).url);
      const confirmed = await confirm(token);
      const guesses = await Promise.all(
        Array.from({ length: 40 }, (_, guess) =>
          open(token).post('visit', { digits: String((round * 40 + guess) % 10_000).padStart(4, '0') }),
        ),
      );
      expect(guesses.filter(({ status }) => status === 400)).toHaveLength(4);
      const before = await app.readFingerprint();
      // Neither the right digits nor a proof from before opens it.
      const after = [await open(token).post('visit', { digits }), await confirmed.get('case'), await open(token).get('visit')];
      expect(new Set(after.map(describeResponse))).toEqual(new Set([expected]));
      expect(await app.readFingerprint()).toEqual(before);
      await wait(10 * 60_000);
    }
  });

  it('lock the link by five wrong codes, also of several that were sent, and nothing is accepted (customer.34)', async () => {
    const expected = await getRefusal();
    const id = await sent();
    const customer = await confirm(getToken((await makeLink(agent, id, 'accept')).url));
    const { shown, statements } = await customer.getCase();
    const answers = statements.map((one) => ({ code: one.code, given: true }));
    const send = async (): Promise<string> => expectStatus(200, await customer.post('code')).json<{ code: string }>().code;
    const accept = (code: string): Promise<HttpResponse> => customer.post('acceptance', { accepted: true, answers, code, shown });
    const first = await send();
    const second = await send();
    // A new code replaces the previous one.
    if (first !== second) expect((await accept(first)).status).toBe(400);
    const wrong = Array.from({ length: 40 }, (_, guess) => String((Number(second) + 1 + guess) % 1_000_000).padStart(6, '0'));
    const guesses = await Promise.all(wrong.map(accept));
    expect(guesses.filter(({ status }) => status === 200)).toEqual([]);
    expect(guesses.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(4);
    const before = await app.readFingerprint();
    expect(describeResponse(await accept(second))).toBe(expected);
    expect(await app.readFingerprint()).toEqual(before);
    expect((await agent.get(id)).status_code).toBe('39');
    // The code of one link does not sign by another one.
    const other = await confirm(getToken((await makeLink(agent, id, 'accept')).url));
    await other.post('code');
    expect((await other.post('acceptance', { accepted: true, answers, code: second, shown })).status).toBe(400);
  });
});
