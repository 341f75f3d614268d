import type { HttpResponse } from '../support/client.js';
import { expectStatus, FireApp, getHistory, type FireAgent } from '../support/fire-app.js';
import { createAfm } from '../support/party-client.js';
import { findInconsistencies } from '../support/record-checks.js';
import { StaffClient } from '../support/staff-client.js';

let app: FireApp;
let agent: FireAgent;
let admin: StaffClient;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
  admin = await StaffClient.open(app.running, 'admin');
});
afterAll(() => app.stop());
afterEach(async () => expect(await findInconsistencies(app.running.parts.store, 'production')).toEqual([]));

const read = (id: number, headers: Record<string, string> = {}): Promise<HttpResponse> => agent.client.get(agent.path(id), { headers });
const getTag = (response: HttpResponse): string => String(response.headers.etag);
const erase = async (party: number) => expectStatus(200, await admin.erase(party));

describe('an erasure increases the version', () => {
  it('of the person’s own application, so that an old tag no longer matches', async () => {
    const afm = createAfm();
    const { id } = await agent.insert(agent.body({ 'client.afm': afm }));
    expectStatus(204, await agent.act(id, 'DELETE'));
    const before = await getHistory(agent, id);
    const { headers } = await read(id);
    const [moved] = await app.query<{ updated_at: Date }>('production', 'SELECT updated_at FROM application WHERE id = $1', [id]);
    await erase(await app.getParty('production', afm));
    const after = expectStatus(200, await read(id, { 'If-None-Match': String(headers.etag) }));
    expect([headers.etag, getTag(after)]).toEqual(['"2-el"', '"3-el"']);
    expect(await getHistory(agent, id)).toEqual({
      status: '02',
      version: 3,
      transitions: [...before.transitions, '02 erase 02'],
      versions: [...before.versions, '2 02'],
    });
    const staff = await StaffClient.open(app.running, 'underwriter');
    const { history } = expectStatus(200, await staff.get(`applications/${id}`)).json<{ history: unknown[] }>();
    expect(history.at(-1)).toMatchObject({ action: 'erase', actor: 'staff', fromStatus: '02', toStatus: '02' });
    expect(await app.query('production', 'SELECT updated_at FROM application WHERE id = $1', [id])).toEqual([
      { updated_at: moved?.updated_at },
    ]);
  });

  it('of another person’s cancelled application that names the person, and not of one that named it before', async () => {
    const afm = createAfm();
    const [named, previous] = [
      await agent.insert(agent.body({ 'insured.afm': afm })),
      await agent.insert(agent.body({ 'insured.afm': afm })),
    ];
    expectStatus(204, await agent.act(named.id, 'DELETE'));
    expectStatus(200, await agent.act(previous.id, 'edit'));
    const { client, objects_insured } = previous;
    await agent.update(previous.id, { client, insured: client, objects_insured });
    const before = await read(previous.id);
    const { version } = await getHistory(agent, named.id);
    await erase(await app.getParty('production', afm));
    expect((await getHistory(agent, named.id)).version).toBe(version + 1);
    const after = await read(previous.id);
    expect([after.text, getTag(after)]).toEqual([before.text, getTag(before)]);
    const tag = { headers: { 'If-Match': getTag(before) } };
    expectStatus(200, await agent.client.call('PUT', agent.path(`${previous.id}/edit`), tag));
  });
});
