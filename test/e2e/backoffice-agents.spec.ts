import type { Agent } from '../../src/record/money/agents/agent.js';
import { startApp, type RunningApp } from '../support/app.js';
import type { HttpResponse } from '../support/client.js';
import { createStaff, type StaffAccess } from '../support/staff-client.js';
import { TableFingerprints } from '../support/table-fingerprints.js';

const AGENTS = '/backoffice-api/agents';
const NEW = { name: 'Πρακτορείο Αττικής', type: 'broker', creditLimit: 50_000.5 };

const TERMS = {
  licenceNo: null,
  afm: null,
  legalName: null,
  email: null,
  iban: null,
  withholding: 'COMPANY',
  commissionType: null,
  nettingAllowed: false,
  activeFrom: null,
  activeUntil: null,
  accessUntil: null,
  renewalsAllowed: false,
};

let running: RunningApp;
let admin: StaffAccess;
let tables: TableFingerprints;

beforeAll(async () => {
  running = await startApp();
  admin = await createStaff(running, 'admin');
  tables = await TableFingerprints.open(running.database.url, ['gateway', 'production', 'sandbox']);
});
afterAll(async () => {
  await tables.close();
  await running.stop();
});

function violationsOf(response: HttpResponse): string[] {
  expect(response.status).toBe(400);
  return response.json<{ details: { path: string; code: string }[] }>().details.map(({ path, code }) => `${path} ${code}`);
}

describe('the agents in the back office', () => {
  it('are not created or changed by a body with an unknown field (backoffice.100)', async () => {
    expect((await admin.client.post(AGENTS, { code: 'A-9', ...NEW })).status).toBe(201);
    const before = await tables.read();
    const subagents = [{ code: 'S1', name: 'First', status: 0, colour: 'red' }];
    expect(violationsOf(await admin.client.patch(`${AGENTS}/A-9`, { name: 'Other', active: false }))).toEqual(['active -102']);
    expect(violationsOf(await admin.client.patch(`${AGENTS}/A-9`, { subagents, code: 'A-8' }))).toEqual([
      'subagents[0].colour -102',
      'code -102',
    ]);
    expect(violationsOf(await admin.client.post(AGENTS, { code: 'A-7', ...NEW, creditlimit: 1 }))).toEqual(['creditlimit -102']);
    expect(violationsOf(await admin.client.call('PUT', '/backoffice-api/settings', { json: { retention: 5 } }))).toEqual([
      'retention -102',
    ]);
    expect(await tables.read()).toEqual(before);
  });

  it('are created in their environment alone, with an account', async () => {
    const subagents = [
      { code: 'S2', name: 'Second', status: 0 },
      { code: 'S1', name: 'First', status: 1 },
    ];
    const response = await admin.client.post(`/dev${AGENTS}`, { code: 'A-1', ...NEW, subagents });
    expect(response.status).toBe(201);
    expect(response.json()).toEqual({ code: 'A-1', ...NEW, ...TERMS, subagents: [subagents[1], subagents[0]] });
    expect(response.headers['location']).toMatch(/\/dev\/backoffice-api\/agents\/A-1$/);
    expect((await admin.client.get(`/dev${AGENTS}/A-1`)).json()).toEqual(response.json());
    expect((await admin.client.get(`${AGENTS}/A-1`)).json()['error']).toBe('-304');
    expect(await running.parts.store.query('sandbox', `SELECT balance FROM account WHERE agent_code = 'A-1'`)).toHaveLength(1);
    const audit = await admin.client.get('/backoffice-api/audit?subjectType=agent&subjectId=A-1');
    expect(audit.json()).toMatchObject({ total: 1, items: [{ action: 'create', environment: 'sandbox', actor: admin.email }] });
  });

  it('are changed in the given fields; omitted subagents become deleted', async () => {
    const subagents = [
      { code: 'S1', name: 'First', status: 1 },
      { code: 'S2', name: 'Second', status: 1 },
    ];
    await admin.client.post(AGENTS, { code: 'A-2', ...NEW, subagents });
    const changes = { type: 'direct', creditLimit: 10, subagents: [{ code: 'S3', name: 'Third', status: 0 }, subagents[1]] };
    const response = await admin.client.patch(`${AGENTS}/A-2`, changes);
    expect(response.json()).toEqual({
      code: 'A-2',
      name: NEW.name,
      type: 'direct',
      creditLimit: 10,
      ...TERMS,
      subagents: [{ ...subagents[0], status: 3 }, subagents[1], { code: 'S3', name: 'Third', status: 0 }],
    });
    const audit = await admin.client.get('/backoffice-api/audit?subjectId=A-2&action=change');
    expect(audit.json()).toMatchObject({
      items: [{ details: { changes: { type: ['broker', 'direct'], creditLimit: ['50000.50', '10.00'] } } }],
    });
    const before = await tables.read();
    expect((await admin.client.patch(`${AGENTS}/A-2`, { type: 'direct', creditLimit: 10 })).status).toBe(200);
    expect((await admin.client.patch(`${AGENTS}/A-2`, {})).status).toBe(200);
    expect(await tables.read()).toEqual(before);
  });

  it.each([
    [{}, ['code -101', 'name -101', 'type -101', 'creditLimit -101']],
    [{ ...NEW, code: 'a b' }, ['code -102']],
    [{ ...NEW, code: 'x'.repeat(21) }, ['code -102']],
    [{ ...NEW, code: '.' }, ['code -102']],
    [{ ...NEW, code: '..' }, ['code -102']],
    [{ ...NEW, code: '_A' }, ['code -102']],
    [{ ...NEW, code: 'A-9', type: 'both', creditLimit: -1 }, ['type -102', 'creditLimit -102']],
    [{ ...NEW, code: 'A-9', creditLimit: 1.234 }, ['creditLimit -102']],
    [{ ...NEW, code: 'A-9', creditLimit: '5' }, ['creditLimit -102']],
    [
      { ...NEW, code: 'A-9', subagents: [{ code: '!', status: 4 }] },
      ['subagents[0].code -102', 'subagents[0].name -101', 'subagents[0].status -102'],
    ],
    [{ ...NEW, code: 'A-9', subagents: [1, 2].map((status) => ({ code: 'S', name: 'Twice', status })) }, ['subagents[1].code -102']],
    [{ ...NEW, code: 'TAKEN' }, ['code -102']],
  ])('are refused for %j, and nothing changes', async (body, violations) => {
    await admin.client.post(AGENTS, { ...NEW, code: 'TAKEN' });
    const before = await tables.read();
    expect(violationsOf(await admin.client.post(AGENTS, body)).sort()).toEqual([...violations].sort());
    expect(await tables.read()).toEqual(before);
  });

  it('are not found when they do not exist, for reads and changes', async () => {
    const before = await tables.read();
    for (const code of ['NONE', 'x'.repeat(60), '%27', 'a%00', '%00', 'a%0A']) {
      for (const response of [await admin.client.get(`${AGENTS}/${code}`), await admin.client.patch(`${AGENTS}/${code}`, { name: 'x' })]) {
        expect(response.status).toBe(400);
        expect(response.json()).toEqual({ status: 'ERROR', error: '-304', message: 'Δεν βρέθηκε.' });
      }
    }
    expect(violationsOf(await admin.client.patch(`${AGENTS}/TAKEN`, { name: null, type: 'x' }))).toEqual(['name -101', 'type -102']);
    expect(await tables.read()).toEqual(before);
  });

  it('keep a code that begins with a special character', async () => {
    const agent: Agent = { code: '_OLD', name: NEW.name, type: 'broker', creditLimit: '1.00', subagents: [], licenceNo: null };
    await running.parts.store.transaction('production', (tx) => running.parts.agents.insert(tx, agent, new Date()));
    expect((await admin.client.get(`${AGENTS}/_OLD`)).json()).toMatchObject({ code: '_OLD', creditLimit: 1 });
    expect((await admin.client.patch(`${AGENTS}/_OLD`, { creditLimit: 2 })).json()).toMatchObject({ code: '_OLD', creditLimit: 2 });
  });

  it('are listed by code and found by name and type', async () => {
    for (const [code, name, type] of [
      ['L2', 'Λάρισα Β', 'direct'],
      ['L1', 'ΛΆΡΙΣΑ Α', 'broker'],
    ] as const)
      await admin.client.post(AGENTS, { code, name, type, creditLimit: 0 });
    const found = async (query: string): Promise<string[]> => {
      const page = (await admin.client.get(`${AGENTS}?${query}`)).json<{ items: { code: string }[] }>();
      return page.items.map(({ code }) => code);
    };
    const name = `name=${encodeURIComponent('λαρισα')}`;
    expect(await found(name)).toEqual(['L1', 'L2']);
    expect(await found(`${name}&type=direct`)).toEqual(['L2']);
    expect(await found(`${name}&start=2&limit=1`)).toEqual(['L2']);
  });
});
