import { ErrorCode } from '../../src/common/error-codes.js';
import { AgentService } from '../../src/record/money/agents/agent.service.js';
import { SubagentStatus } from '../../src/record/money/agents/agent.js';
import { SettingsService } from '../../src/record/reference/settings/settings.service.js';
import { Store } from '../../src/store/store.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { TEST_TIME, testAgent } from '../support/record-fixtures.js';
import { eventually } from '../support/eventually.js';

let database: TestDatabase;
let store: Store;
let agents: AgentService;

const SANDBOX = { environment: 'sandbox', at: TEST_TIME } as const;

beforeAll(async () => {
  database = await createTestDatabase();
  store = await Store.open(database.config);
  agents = new AgentService(store);
});

afterAll(async () => {
  await store.close();
  await database.drop();
});

describe('the agents repository', () => {
  it('creates an agent with its account and subagents, and finds it', async () => {
    const subagents = [
      { code: '02', name: 'Δεύτερος', status: SubagentStatus.DELETED },
      { code: '01', name: 'Πρώτος', status: SubagentStatus.APPROVED },
    ];
    await agents.create(SANDBOX, testAgent({ type: 'broker', creditLimit: '5000.00', subagents }));
    expect(await agents.find('sandbox', 'A100')).toEqual({
      code: 'A100',
      name: 'Πράκτορας',
      type: 'broker',
      creditLimit: '5000.00',
      licenceNo: null,
      subagents: [subagents[1], subagents[0]],
    });
    const accounts = await store.query('sandbox', `SELECT code, kind, balance FROM account WHERE agent_code = 'A100'`);
    expect(accounts).toEqual([{ code: 'agent:A100', kind: 'AGENT', balance: '0.00' }]);
  });

  it('separates the environments', async () => {
    await agents.create(SANDBOX, testAgent({ code: 'S1' }));
    expect(await agents.find('production', 'S1')).toBeNull();
    expect(await agents.find('sandbox', 'S1')).toMatchObject({ code: 'S1', subagents: [] });
  });

  it('refuses an existing code, and leaves nothing', async () => {
    await agents.create(SANDBOX, testAgent({ code: 'TWICE' }));
    const again = agents.create(SANDBOX, testAgent({ code: 'TWICE', subagents: [{ code: '01', name: 'Πρώτος', status: 1 }] }));
    await expect(again).rejects.toMatchObject({ code: ErrorCode.INVALID, violations: [{ path: 'code' }] });
    expect(await agents.find('sandbox', 'TWICE')).toMatchObject({ subagents: [] });
  });

  it.each([
    ['code', { code: 'A 1' }],
    ['type', { type: 'other' as 'direct' }],
    ['credit_limit', { creditLimit: '-0.01' }],
  ])('has a table that refuses a bad %s', async (column, overrides) => {
    const creation = agents.create(SANDBOX, testAgent({ code: 'BAD', ...overrides }));
    await expect(creation).rejects.toMatchObject({ code: '23514', constraint: `agent_${column}_check` });
  });
});

describe('the settings repository', () => {
  it('starts with defaults; payment codes of the sandbox have a separate creditor', async () => {
    const settings = new SettingsService(store);
    expect(await settings.get('sandbox')).toMatchObject({ creditorCode: '0000', prepayCancelDays: 15, insurer: { afm: '094014201' } });
    expect((await settings.get('production')).creditorCode).toMatch(/^(?!0000)\d{4}$/);
  });

  it('sees a change within two seconds, and at once inside a transaction', async () => {
    const settings = new SettingsService(store);
    expect((await settings.get('sandbox')).prepayCancelDays).toBe(15);
    await store.query('sandbox', `UPDATE setting SET value = '20' WHERE key = 'prepayCancelDays'`);
    expect((await store.transaction('sandbox', (tx) => settings.read(tx))).prepayCancelDays).toBe(20);
    expect((await settings.get('sandbox')).prepayCancelDays).toBe(15);
    await eventually('the change is seen', async () => (await settings.get('sandbox')).prepayCancelDays === 20, 2_100);
  });
});
