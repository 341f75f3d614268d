import { jest } from '@jest/globals';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEMO_CUSTOMERS, DemoCustomerService } from '../../src/backoffice/administration/demo/demo-customer.service.js';
import { DemoSecretsMaker } from '../../src/backoffice/administration/demo/demo-secrets-maker.js';
import { DemoService } from '../../src/backoffice/administration/demo/demo.service.js';
import type { DemoFile } from '../../src/backoffice/administration/demo/demo-file.js';
import { isPassword } from '../../src/backoffice/access/accounts/passwords.js';
import { UserService } from '../../src/identity/user.service.js';
import { SystemClock } from '../../src/common/clock.js';
import { AgentService } from '../../src/record/money/agents/agent.service.js';
import { isAfm } from '../../src/common/identifiers.js';
import { PartyUpsertService } from '../../src/record/core/parties/party-upsert.service.js';
import { PartyWriteRepository } from '../../src/record/core/parties/party-write.repository.js';
import { ApiKeyRegistry } from '../../src/identity/api-key-registry.js';
import { ConsoleProgramService } from '../../src/identity/console-program.service.js';
import { ApiKeyService } from '../../src/identity/api-key.service.js';
import { getPrefix } from '../../src/identity/secret.js';
import { SERVICE_NAMES } from '../../src/identity/service-name.js';
import { TokenIssuer } from '../../src/identity/token-issuer.js';
import { TokenService } from '../../src/identity/token.service.js';
import { UserKeyService } from '../../src/identity/user-key.service.js';
import { ClosedAgents } from '../../src/store/closed-agents.js';
import { Store } from '../../src/store/store.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { referenceLists } from '../support/lists.js';

const ADDRESSES = { baseUrl: 'https://127.0.0.1:8443', httpUrl: 'http://127.0.0.1:8080', caFile: '/data/tls/cert.pem' };
const clock = new SystemClock();

// Password hashes are slow by design.
jest.setTimeout(30_000);

describe('the demo', () => {
  let database: TestDatabase;
  let store: Store;
  let path: string;

  beforeAll(async () => {
    database = await createTestDatabase({ demo: true });
    store = await Store.open(database.config);
    path = join(database.config.dataDir, 'demo.json');
  });
  afterAll(async () => {
    await store.close();
    await database.drop();
  });

  function node(config = database.config): DemoService {
    const customers = new DemoCustomerService(store, new PartyUpsertService(store, new PartyWriteRepository(), referenceLists));
    const maker = new DemoSecretsMaker(
      new ApiKeyRegistry(clock, database.config),
      new UserKeyService(clock),
      new UserService(clock),
      new ConsoleProgramService(clock),
    );
    return new DemoService(config, store, new AgentService(store), customers, maker, clock);
  }

  async function readDemo(): Promise<DemoFile> {
    return JSON.parse(await readFile(path, 'utf8')) as DemoFile;
  }

  async function made(): Promise<DemoFile> {
    await node().writeFile(ADDRESSES);
    return readDemo();
  }

  it('is not created unless requested', async () => {
    expect(await node({ ...database.config, demo: false }).writeFile(ADDRESSES)).toBeNull();
    expect(await store.query('gateway', 'SELECT 1 FROM program')).toEqual([]);
  });

  it('is created once when several nodes start at once', async () => {
    await Promise.all([node().writeFile(ADDRESSES), node().writeFile(ADDRESSES)]);
    const [counts] = await store.query(
      'gateway',
      `SELECT (SELECT count(*) FROM program) AS programs, (SELECT count(*) FROM api_key) AS keys,
              (SELECT count(*) FROM app_user) AS users, (SELECT count(*) FROM user_key) AS user_keys`,
    );
    expect(counts).toEqual({ programs: 3, keys: 3, users: 9, user_keys: 3 });
  });

  it('is written for its owner only, with everything needed to try the gateway', async () => {
    expect(await node().writeFile(ADDRESSES)).toBe(path);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const secret = expect.stringMatching(/^[A-Za-z0-9]{40}$/) as string;
    const credentials = { email: expect.stringContaining('@') as string, password: expect.stringMatching(/^\w{20}$/) as string };
    expect(await readDemo()).toEqual({
      ...ADDRESSES,
      apiKey: secret,
      userKey: secret,
      programId: expect.any(Number) as number,
      agentCode: '10001',
      secondAgent: { apiKey: secret, userKey: secret, programId: expect.any(Number) as number, agentCode: '10002' },
      supervisor: { userKey: secret, agentCode: '10003', delegates: ['10001', '10002'] },
      staff: {
        admin: credentials,
        underwriter: credentials,
        issuing: credentials,
        issuing2: credentials,
        accounting: credentials,
        auditor: credentials,
        agent: credentials,
      },
    });
  });

  it('grants its keys every service in both environments, and its user-keys return tokens', async () => {
    const demo = await made();
    const apiKeys = new ApiKeyService(store, clock);
    const issuer = new TokenIssuer(store, clock, database.config, new ClosedAgents(store));
    const tokens = new TokenService(store, clock, new ClosedAgents(store));
    const cases = [
      { apiKey: demo.apiKey, userKey: demo.userKey, agentCode: '10001', readableAgents: ['10001'] },
      { ...demo.secondAgent, readableAgents: ['10002'] },
      { apiKey: demo.apiKey, userKey: demo.supervisor.userKey, agentCode: '10003', readableAgents: ['10003', '10001', '10002'] },
    ];
    for (const { apiKey, userKey, agentCode, readableAgents } of cases) {
      const key = await apiKeys.find(apiKey);
      if (key === undefined) throw new Error('No such key');
      expect(key).toMatchObject({ status: 'active', services: new Set(SERVICE_NAMES), environments: new Set(['production', 'sandbox']) });
      const { programId } = key;
      const caller = {
        environment: 'sandbox',
        at: clock.now(),
        language: 'en',
        root: '',
        requestId: '',
        programId,
        keyPrefix: getPrefix(apiKey),
        user: null,
      } as const;
      const { token } = await issuer.issue(caller, { userKey, agentCode: null });
      expect(await tokens.resolve(token, key, 'sandbox')).toMatchObject({ kind: 'live', user: { agentCode, readableAgents } });
    }
  });

  it('has staff with the passwords in its file', async () => {
    const { staff } = await made();
    for (const [role, { email, password }] of Object.entries(staff)) {
      const [user] = await store.query<{ role: string; hash: string }>(
        'gateway',
        'SELECT role, password_hash AS hash FROM app_user WHERE email = $1',
        [email],
      );
      expect(user?.role).toBe(role.replace('2', ''));
      expect(await isPassword(password, user?.hash ?? null)).toBe(true);
    }
  });

  it('has an agent whose console works in both environments', async () => {
    const { staff } = await made();
    const consoles = await store.query(
      'gateway',
      `SELECT p.owner, k.environments, k.services FROM program p JOIN api_key k ON k.program_id = p.id WHERE p.console_user_id IS NOT NULL`,
    );
    expect(consoles).toEqual([{ owner: staff.agent.email, environments: ['production', 'sandbox'], services: [...SERVICE_NAMES] }]);
  });

  it('has its agents in both environments', async () => {
    await made();
    const agents = new AgentService(store);
    for (const environment of ['production', 'sandbox'] as const) {
      expect(await agents.find(environment, '10001')).toMatchObject({ type: 'direct', creditLimit: '50000.00' });
      expect(await agents.find(environment, '10002')).toMatchObject({ type: 'broker', creditLimit: '50000.00' });
      expect(await agents.find(environment, '10003')).toMatchObject({ type: 'direct', creditLimit: '50000.00' });
    }
  });

  it('has customers of its agents in both environments, once, and keeps changed ones', async () => {
    await made();
    expect(DEMO_CUSTOMERS.filter(({ party }) => !isAfm(party.afm))).toEqual([]);
    const customers = `
      SELECT r.afm, r.last_name, r.agent_code, (SELECT count(*) FROM party_address a WHERE a.party_id = r.id)::integer AS addresses
      FROM party_record r ORDER BY r.serial`;
    const expected = DEMO_CUSTOMERS.map(({ agentCode, party }) => ({
      afm: party.afm,
      last_name: party.lastName,
      agent_code: agentCode,
      addresses: 1,
    }));
    for (const environment of ['production', 'sandbox'] as const) {
      expect(await store.query(environment, customers)).toEqual(expected);
      await store.query(environment, `UPDATE party_record SET last_name = 'Άλλη', version = version + 1 WHERE afm = '200000020'`);
      await made();
      const after = expected.map((row) => (row.afm === '200000020' ? { ...row, last_name: 'Άλλη' } : row));
      expect(await store.query(environment, customers)).toEqual(after);
    }
  });

  it('keeps its secrets over a restart and uses the new ports', async () => {
    const previous = await made();
    const moved = { ...ADDRESSES, baseUrl: 'https://127.0.0.1:9443' };
    await node().writeFile(moved);
    expect(await readDemo()).toEqual({ ...previous, ...moved });
  });

  const losses: [string, (previous: DemoFile) => Promise<void>][] = [
    ['is gone', () => rm(path)],
    ['names keys of another database', (previous) => writeFile(path, JSON.stringify({ ...previous, apiKey: 'x'.repeat(40) }))],
  ];
  it.each(losses)('creates new keys when the file %s', async (_, lose) => {
    const previous = await made();
    await lose(previous);
    const next = await made();
    for (const pick of [
      (file: DemoFile) => file.apiKey,
      (file: DemoFile) => file.userKey,
      (file: DemoFile) => file.secondAgent.apiKey,
      (file: DemoFile) => file.supervisor.userKey,
      (file: DemoFile) => file.staff.admin.password,
    ])
      expect(pick(next)).not.toBe(pick(previous));
    expect(await new ApiKeyService(store, clock).find(previous.apiKey)).toBeUndefined();
    expect(await store.query('gateway', 'SELECT name FROM program ORDER BY id')).toHaveLength(3);
    expect(await store.query('gateway', 'SELECT 1 FROM user_key WHERE deleted_at IS NULL')).toHaveLength(3);
  });

  it('does not change other keys of its programs', async () => {
    await made();
    const [program] = await store.query<{ id: number }>('gateway', 'SELECT min(id) AS id FROM program');
    const terms = {
      status: 'active',
      services: [],
      environments: [],
      ipAddresses: [],
      ratePerHour: null,
      ratePerDay: null,
      serviceRates: {},
    } as const;
    const registry = new ApiKeyRegistry(clock, database.config);
    const own = await store.transaction('gateway', (tx) => registry.createKey(tx, program?.id ?? 0, { name: 'mine', ...terms }));
    await rm(path);
    await made();
    expect(await new ApiKeyService(store, clock).find(own.apiKey)).toBeDefined();
  });
});
