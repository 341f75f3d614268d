import { jest } from '@jest/globals';
import type { Answer } from '../support/client.js';
import { prepaid } from '../support/collection.js';
import { expectStatus, FireApp, historyOf, type FireAgent } from '../support/fire-app.js';
import { newAfm, PartyCalls, partyBody } from '../support/party.js';
import { recordFaults } from '../support/record-checks.js';
import { expectRefused } from '../support/refusal.js';
import { StaffCalls } from '../support/staff-calls.js';

const CLAIM = { claim_date: '2024-05-01', claim_amount: 100, job_description: 'Το είπε η Λήθη Ξεχασμένου' };
const NAMING = { 'objects_insured[0].claims_history': [CLAIM] };

let app: FireApp;
let agent: FireAgent;
let admin: StaffCalls;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.agent()).production;
  admin = await StaffCalls.open(app.running, 'admin');
});
afterAll(() => app.stop());
afterEach(async () => expect(await recordFaults(app.running.parts.store, 'production')).toEqual([]));

const read = (id: number, headers: Record<string, string> = {}): Promise<Answer> => agent.client.get(agent.path(id), { headers });
const tagOf = (answer: Answer): string => String(answer.headers.etag);
async function newParty(): Promise<number> {
  const afm = newAfm();
  await new PartyCalls(agent).insert(partyBody({ afm, lastName: 'Ξεχασμένου', firstName: 'Λήθη' }));
  return app.partyOf('production', afm);
}
const erase = async (party: number) => expectStatus(200, await admin.erase(party));

describe('an erasure counts up the version', () => {
  it('of the person’s own application, so that nobody believes that it is as it was', async () => {
    const afm = newAfm();
    const { id } = await agent.insert(agent.body({ 'client.afm': afm }));
    expectStatus(204, await agent.act(id, 'DELETE'));
    const before = await historyOf(agent, id);
    const { headers } = await read(id);
    const [moved] = await app.rows<{ updated_at: Date }>('production', 'SELECT updated_at FROM application WHERE id = $1', [id]);
    await erase(await app.partyOf('production', afm));
    const after = expectStatus(200, await read(id, { 'If-None-Match': String(headers.etag) }));
    expect([headers.etag, tagOf(after)]).toEqual(['"2-el"', '"3-el"']);
    expect(await historyOf(agent, id)).toEqual({
      ...{ status: '02', version: 3 },
      transitions: [...before.transitions, '02 erase 02'],
      versions: [...before.versions, '2 02'],
    });
    const staff = await StaffCalls.open(app.running, 'underwriter');
    const { history } = expectStatus(200, await staff.get(`applications/${id}`)).json<{ history: unknown[] }>();
    expect(history.at(-1)).toMatchObject({ action: 'erase', actor: 'staff', fromStatus: '02', toStatus: '02' });
    expect(await app.rows('production', 'SELECT updated_at FROM application WHERE id = $1', [id])).toEqual([
      { updated_at: moved?.updated_at },
    ]);
  });

  it('of another’s in which somebody wrote of the person, so that what was read before is not written again', async () => {
    const { id } = await agent.insertIn('25', NAMING);
    const other = await agent.insertIn('25');
    const before = await read(id);
    await erase(await newParty());
    const put = () =>
      agent.client.call('PUT', agent.path(id), { json: { fire_application: before.json() }, headers: { 'If-Match': tagOf(before) } });
    await expectRefused(app, put, { status: 412, code: '-402' });
    const after = await read(id);
    expect(after.text).toContain('Το είπε η [erased]');
    expect([tagOf(before), tagOf(after)]).toEqual(['"1-el"', '"2-el"']);
    expect((await historyOf(agent, other.id)).version).toBe(1);
  });

  it('so that a change which had begun is made of what the erasure left', async () => {
    const { id } = await agent.insertIn('25', NAMING);
    const party = await newParty();
    const repository = app.running.parts.applicationRepository;
    const save = repository.saveApplication.bind(repository);
    const spy = jest.spyOn(repository, 'saveApplication').mockImplementationOnce(async (...change) => {
      await erase(party);
      return save(...change);
    });
    try {
      expectStatus(200, await agent.act(id, 'calc'));
      expect(spy).toHaveBeenCalledTimes(2);
    } finally {
      spy.mockRestore();
    }
    expect((await read(id)).text).toContain('Το είπε η [erased]');
    expect((await historyOf(agent, id)).transitions).toEqual(['- insert 25', '25 erase 25', '25 calc 25']);
  });

  it('and is no move to prepay: an application that is printed after it bears the date of the move', async () => {
    const { id } = await prepaid(agent, { 'objects_insured[0].claims_history': [CLAIM] });
    const documents = `${agent.root}/docs-api/policy/applications/${id}/documents`;
    const list = async () => expectStatus(200, await agent.client.get(documents)).json<{ created_at: string }[]>();
    const [printed] = await list();
    app.clock.set(new Date(app.clock.now().getTime() + 60_000));
    await erase(await newParty());
    expect((await historyOf(agent, id)).transitions.at(-1)).toBe('45 erase 45');
    await app.rows('production', 'DELETE FROM document WHERE application_id = $1', [id]);
    expect((await list()).map((document) => document.created_at)).toEqual([printed?.created_at]);
  });
});
