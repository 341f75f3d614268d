import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';

const PATH = '/fire-api/rsc/applications';

let app: FireApp;
let agent: FireAgent;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
});
afterAll(() => app.stop());

async function charge(prefer: string): Promise<{ status: number; applied: unknown; text: string; link: unknown }> {
  const { id } = await agent.insertIn('45');
  const { status, headers, text } = await agent.client.put(`/collection-api/applications/${id}/charge`, undefined, {
    headers: { Prefer: prefer },
  });
  return { status, applied: headers['preference-applied'], text, link: headers['link'] };
}

describe('Prefer (gateway.103)', () => {
  it('return=representation gives 200 with the body and the links', async () => {
    const { status, applied, text, link } = await charge('respond-async, return=representation');
    expect([status, applied, link]).toEqual([200, 'return=representation', expect.stringContaining('rel="policy"')]);
    expect(JSON.parse(text)).toMatchObject({ status_code: '50' });
  });

  it('return=minimal gives 205 without a body', async () => {
    expect(await charge('return=minimal')).toMatchObject({ status: 205, applied: 'return=minimal', text: '' });
  });

  it('has no effect with another value', async () => {
    const { status, applied, text } = await charge('return=everything');
    expect([status, applied]).toEqual([205, undefined]);
    expect(JSON.parse(text)).toMatchObject({ status_code: '50' });
  });
});

describe('unknown parameters of the query (gateway.104)', () => {
  it('are named in a header and have no effect', async () => {
    const response = expectStatus(200, await agent.client.get(`${PATH}?limit=1&client=Papas&sort=&api_key=`));
    expect(response.headers['x-ignored-parameters']).toBe('client');
  });

  it('leave the header away when there are none', async () => {
    expect((await agent.client.get(`${PATH}?limit=1&format=json`)).headers).not.toHaveProperty('x-ignored-parameters');
  });
});

describe('the search of fire applications', () => {
  it('finds those in a status', async () => {
    const { id } = await agent.insertIn('25');
    await agent.insertIn('01');
    const found = expectStatus(200, await agent.client.get(`${PATH}?status=25`)).json<{ id: number; status_code: string }[]>();
    expect(found.map((one) => [one.id, one.status_code])).toEqual([[id, '25']]);
  });

  it('refuses a status that does not exist', async () => {
    const response = await agent.client.get(`${PATH}?status=99`);
    expect([response.status, response.json()]).toEqual([400, expect.objectContaining({ error: '-105' })]);
  });
});
