import type { PartyResponse } from '../../src/services/parties/party.dto.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { PartyClient } from '../support/party-client.js';

let app: FireApp;

beforeAll(async () => {
  app = await FireApp.start();
});
afterAll(() => app.stop());

describe('five thousand parties', () => {
  let mine: PartyClient;
  let agent: FireAgent;

  beforeAll(async () => {
    agent = (await app.createAgent({ code: 'BIG1' })).sandbox;
    mine = new PartyClient(agent);
    await app.query(
      'sandbox',
      `INSERT INTO party_record (agent_code, afm, person_type, last_name, first_name, birthdate, updated_by, created_at, updated_at)
       SELECT 'BIG1', (900000000 + n)::text, '1', 'Επώνυμο ' || n, 'Όνομα', '1980-01-01', 'test', now(), now() FROM generate_series(1, 12000) n`,
    );
    await app.query(
      'sandbox',
      `INSERT INTO party_contact (party_id, agent_code, contact_type, contact, updated_by, created_at, updated_at)
       SELECT id, agent_code, 'EMAIL', id || '@example.gr', 'test', now(), now() FROM party_record WHERE agent_code = 'BIG1'`,
    );
  });

  it('are returned in one page', async () => {
    const response = expectStatus(200, await mine.search({ limit: 5000 }));
    const parties = response.json<PartyResponse[]>();
    expect(parties).toHaveLength(5000);
    expect(parties[0]).toMatchObject({ lastName: 'Επώνυμο 12000', partyContacts: [{ contactType: 'EMAIL' }] });
    expect([response.headers['x-total-count'], response.headers['x-total-capped']]).toEqual(['10000', '1']);
  });

  it('are returned in parts, each once and in order, for any number', async () => {
    const response = expectStatus(200, await mine.search({ start: 2, limit: 4999 }));
    expect(response.headers).toMatchObject({ 'transfer-encoding': 'chunked', 'content-type': 'application/json; charset=utf-8' });
    const names = response.json<PartyResponse[]>().map(({ lastName }) => lastName);
    expect(names).toEqual(Array.from({ length: 4999 }, (_, index) => `Επώνυμο ${11_999 - index}`));
    for (const limit of [49, 50, 51, 100, 101]) {
      const found = expectStatus(200, await mine.search({ limit })).json<PartyResponse[]>();
      expect(found.map(({ lastName }) => lastName)).toEqual(Array.from({ length: limit }, (_, index) => `Επώνυμο ${12_000 - index}`));
    }
  });

  it('end for a client that follows the links', async () => {
    const sizes: number[] = [];
    for (let next: string | undefined = `${mine.path()}?limit=4000`; next !== undefined && sizes.length < 10;) {
      const response = expectStatus(200, await agent.client.get(next));
      sizes.push(response.json<unknown[]>().length);
      const link: string | undefined = /<([^>]*)>; rel="next"/.exec(String(response.headers['link']))?.[1];
      next = link === undefined ? undefined : new URL(link).pathname + new URL(link).search;
    }
    // The last full page does not know that it is the last.
    expect(sizes).toEqual([4000, 4000, 4000, 0]);
  });

  it('return their headers and nothing else to HEAD', async () => {
    const response = expectStatus(200, await agent.client.call('HEAD', `${mine.path()}?limit=5000`));
    expect([response.text, response.headers['x-total-count']]).toEqual(['', '10000']);
  });
});
