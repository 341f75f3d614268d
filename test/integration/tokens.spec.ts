import type { Caller } from '../../src/common/caller.js';
import { Scheduler } from '../../src/jobs/scheduler.js';
import { Clock } from '../../src/common/clock.js';
import type { Environment } from '../../src/common/environment.js';
import { ErrorCode } from '../../src/common/error-codes.js';
import { UserService, type NewUser } from '../../src/identity/user.service.js';
import { ApiKeyRegistry, type KeyTerms, type NewApiKey } from '../../src/identity/api-key-registry.js';
import { ApiKeyService, type ApiKey } from '../../src/identity/api-key.service.js';
import { hashSecret, createKeySecret, getPrefix } from '../../src/identity/secret.js';
import { TokenCleanupScheduler } from '../../src/identity/token-cleanup.scheduler.js';
import { TokenIssuer } from '../../src/identity/token-issuer.js';
import { TokenService } from '../../src/identity/token.service.js';
import { UserKeyService, type NewUserKey } from '../../src/identity/user-key.service.js';
import { ClosedAgents } from '../../src/store/closed-agents.js';
import { isUniqueViolation, Store, type Transaction } from '../../src/store/store.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

class SetClock extends Clock {
  ms = Date.parse('2026-11-20T10:00:00Z');
  now(): Date {
    return new Date(this.ms);
  }
}

const DAY_MS = 24 * 3_600_000;
const LIFE_MS = 1_800_000;
const TERMS: KeyTerms = {
  name: 'test',
  status: 'active',
  services: ['fire-api', 'auth-api'],
  environments: ['production', 'sandbox'],
  ipAddresses: [],
  ratePerHour: null,
  ratePerDay: null,
  serviceRates: {},
};

describe('keys and tokens', () => {
  let database: TestDatabase;
  let store: Store;
  let clock: SetClock;
  let registry: ApiKeyRegistry;
  let userKeys: UserKeyService;
  let users: UserService;
  let apiKeys: ApiKeyService;
  let tokens: TokenService;
  let issuer: TokenIssuer;
  let program: number;
  let key: NewApiKey;
  let supervisor: number;
  let userKey: NewUserKey;
  let nextUser = 0;

  beforeAll(async () => {
    database = await createTestDatabase();
    store = await Store.open(database.config);
  });
  afterAll(async () => {
    await store.close();
    await database.drop();
  });

  beforeEach(async () => {
    clock = new SetClock();
    registry = new ApiKeyRegistry(clock, database.config);
    userKeys = new UserKeyService(clock);
    users = new UserService(clock);
    apiKeys = new ApiKeyService(store, clock);
    tokens = new TokenService(store, clock, new ClosedAgents(store));
    issuer = new TokenIssuer(store, clock, database.config, new ClosedAgents(store));
    await change(async (tx) => {
      program = await registry.createProgram(tx, { name: 'Program', owner: 'Owner' });
      key = await registry.createKey(tx, program, TERMS);
      supervisor = await users.create(tx, newUser({ agentCode: '100', delegates: ['200', '300'] }));
      userKey = await userKeys.create(tx, supervisor, program);
    });
  });

  function newUser(given: Partial<NewUser>): NewUser {
    nextUser += 1;
    return { email: `user${nextUser}@example.com`, name: 'Eleni', role: 'agent', agentCode: '100', delegates: [], ...given };
  }

  function change<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return store.transaction('gateway', work);
  }

  async function found(secret = key.apiKey): Promise<ApiKey> {
    const apiKey = await apiKeys.find(secret);
    if (apiKey === undefined) throw new Error('No such key');
    return apiKey;
  }

  function callerOf(apiKey = key.apiKey, environment: Environment = 'production', programId = program): Caller {
    const keyPrefix = getPrefix(apiKey);
    return { environment, at: new Date(), language: 'en', root: 'https://localhost', requestId: 'r', programId, keyPrefix, user: null };
  }

  async function issue(agentCode: string | null = null, secret = userKey.userKey): Promise<string> {
    const issued = await issuer.issue(callerOf(), { userKey: secret, agentCode });
    return issued.token;
  }

  const kindOf = async (token: string, apiKey?: ApiKey, environment: Environment = 'production') =>
    (await tokens.resolve(token, apiKey ?? (await found()), environment)).kind;

  describe('an API key', () => {
    it('is found with its terms and shown by six characters', async () => {
      const other = await change((tx) =>
        registry.createKey(tx, program, {
          ...TERMS,
          status: 'unverified',
          environments: ['sandbox'],
          ipAddresses: ['10.1.2.3'],
          ratePerHour: 7,
        }),
      );
      expect(await apiKeys.find(other.apiKey)).toEqual({
        id: other.id,
        certificateSha256: null,
        programId: program,
        prefix: other.apiKey.slice(0, 6),
        status: 'unverified',
        services: new Set(TERMS.services),
        environments: new Set(['sandbox']),
        ipAddresses: ['10.1.2.3'],
        ratePerHour: 7,
        ratePerDay: null,
        serviceRates: {},
      });
    });

    it.each(['', 'short', 'x'.repeat(41), `${'x'.repeat(39)}é`])('is not looked up when malformed: %j', async (text) => {
      const nowhere = { query: () => Promise.reject(new Error('asked')) } as unknown as Store;
      expect(await new ApiKeyService(nowhere, clock).find(text)).toBeUndefined();
    });

    it('is not found when unknown', async () => {
      expect(await apiKeys.find(createKeySecret())).toBeUndefined();
    });

    it('is stored only as a digest', async () => {
      const rows = await store.query('gateway', `SELECT api_key::text AS row FROM api_key UNION ALL SELECT user_key::text FROM user_key`);
      const text = JSON.stringify(rows);
      expect(text).toContain(hashSecret(key.apiKey).toString('hex'));
      expect(text).not.toContain(key.apiKey);
      expect(text).not.toContain(userKey.userKey);
    });

    it('gets an administrator’s changes within two seconds, and keeps the rest', async () => {
      await found();
      await change((tx) => registry.changeKey(tx, key.id, { services: ['mtr-api'], environments: ['sandbox'], ratePerHour: 3 }));
      clock.ms += 1999;
      expect(await found()).toMatchObject({
        services: new Set(['mtr-api']),
        environments: new Set(['sandbox']),
        ratePerHour: 3,
        status: 'active',
      });
      await change((tx) => registry.changeKey(tx, key.id, { status: 'disabled' }));
      clock.ms += 1999;
      expect(await found()).toMatchObject({ status: 'disabled', ratePerHour: 3 });
      expect(await change((tx) => registry.changeKey(tx, 2 ** 31 - 1, { status: 'disabled' }))).toBe(false);
    });

    it('works during the overlap of a rotation and then counts as expired', async () => {
      const next = await change((tx) => registry.rotateKey(tx, key.id, 24));
      expect(await found()).toMatchObject({ status: 'active' });
      expect(await found(next?.apiKey)).toMatchObject({ status: 'active', programId: program, services: new Set(TERMS.services) });
      clock.ms += DAY_MS - 1;
      expect(await found()).toMatchObject({ status: 'active' });
      clock.ms += 1;
      expect(await found()).toMatchObject({ status: 'expired' });
      expect(await found(next?.apiKey)).toMatchObject({ status: 'active' });
      expect(await change((tx) => registry.rotateKey(tx, 2 ** 31 - 1, 1))).toBeUndefined();
    });

    it.each([{ status: 'gone' }, { environments: ['moon'] }, { ratePerHour: 0 }, { ratePerDay: -1 }])(
      'is refused by the database with %j',
      async (violation) => {
        await expect(change((tx) => registry.changeKey(tx, key.id, violation as Partial<KeyTerms>))).rejects.toMatchObject({
          code: '23514',
        });
      },
    );
  });

  describe('a token', () => {
    it('acts for its own agent and reads the delegates too without agent-code', async () => {
      const state = await tokens.resolve(await issue(), await found(), 'production');
      expect(state).toEqual({
        kind: 'live',
        user: { id: supervisor, name: 'Eleni', agentCode: '100', readableAgents: ['100', '200', '300'] },
        expiresAt: new Date(clock.ms + LIFE_MS),
      });
    });

    it.each(['100', '300'])('acts for and reads only the agent of agent-code %s', async (agentCode) => {
      const state = await tokens.resolve(await issue(agentCode), await found(), 'production');
      expect(state).toMatchObject({ kind: 'live', user: { agentCode, readableAgents: [agentCode] } });
    });

    it.each(['400', ' 100', '', '\u0000'])('is refused for the agent %j, who does not belong to the user', async (agentCode) => {
      await expect(issue(agentCode)).rejects.toMatchObject({ code: ErrorCode.AGENT_CODE_REFUSED });
    });

    it('is stored only as a digest', async () => {
      const token = await issue();
      const [row] = await store.query<{ row: string }>('gateway', 'SELECT token::text AS row FROM token WHERE token_hash = $1', [
        hashSecret(token),
      ]);
      expect(row?.row).toBeDefined();
      expect(row?.row).not.toContain(token);
    });

    it('lives until its last millisecond, is expired for a day and then unknown', async () => {
      const token = await issue();
      clock.ms += LIFE_MS - 1;
      expect(await kindOf(token)).toBe('live');
      clock.ms += 1;
      expect(await kindOf(token)).toBe('expired');
      clock.ms += DAY_MS - 1;
      expect(await kindOf(token)).toBe('expired');
      clock.ms += 1;
      expect(await kindOf(token)).toBe('unknown');
    });

    it('is unknown with the key of another program and in the other environment, live or expired', async () => {
      const token = await issue();
      const stranger = await change(async (tx) =>
        registry.createKey(tx, await registry.createProgram(tx, { name: 'B', owner: 'B' }), TERMS),
      );
      for (const laterMs of [0, LIFE_MS]) {
        clock.ms += laterMs;
        expect(await kindOf(token, await found(stranger.apiKey))).toBe('unknown');
        expect(await kindOf(token, undefined, 'sandbox')).toBe('unknown');
      }
    });

    it('works with another key of its program, also after the overlap of a rotation', async () => {
      const next = await change((tx) => registry.rotateKey(tx, key.id, 0));
      const token = await issue();
      clock.ms += 5000;
      expect(await found()).toMatchObject({ status: 'expired' });
      expect(await kindOf(token, await found(next?.apiKey))).toBe('live');
    });

    it.each(['', 'x', 'x'.repeat(40), 'x'.repeat(41)])('is unknown when it was never issued: %j', async (token) => {
      expect(await kindOf(token)).toBe('unknown');
    });

    type Change = (tx: Transaction) => Promise<unknown>;
    const ends: [string, Change, Change | null][] = [
      [
        'its key is disabled',
        (tx) => registry.changeKey(tx, key.id, { status: 'disabled' }),
        (tx) => registry.changeKey(tx, key.id, { status: 'active' }),
      ],
      [
        'its user-key is disabled',
        (tx) => userKeys.setEnabled(tx, supervisor, userKey.id, false),
        (tx) => userKeys.setEnabled(tx, supervisor, userKey.id, true),
      ],
      ['its user-key is deleted', (tx) => userKeys.delete(tx, supervisor, userKey.id), null],
      ['its user is disabled', (tx) => users.setStatus(tx, supervisor, 'disabled'), (tx) => users.setStatus(tx, supervisor, 'active')],
    ];
    it.each(ends)('ends permanently within two seconds when %s', async (_, end, undo) => {
      const token = await issue();
      expect(await kindOf(token)).toBe('live');
      await change(end);
      clock.ms += 1999;
      expect(await kindOf(token)).toBe('unknown');
      if (undo !== null) await change(undo);
      clock.ms += 1999;
      expect(await kindOf(token)).toBe('unknown');
    });

    it('also ends when a row is disabled by hand in the database', async () => {
      const token = await issue();
      await store.query('gateway', 'UPDATE user_key SET enabled = false WHERE id = $1', [userKey.id]);
      expect(await kindOf(token)).toBe('unknown');
    });

    it('ends with the delegation when it is a delegate’s, and otherwise reads less', async () => {
      const [own, delegated] = [await issue(), await issue('300')];
      await change((tx) => users.setDelegates(tx, supervisor, ['200']));
      expect(await kindOf(delegated)).toBe('unknown');
      expect(await tokens.resolve(own, await found(), 'production')).toMatchObject({ user: { readableAgents: ['100', '200'] } });
      await expect(issue('300')).rejects.toMatchObject({ code: ErrorCode.AGENT_CODE_REFUSED });
    });

    it('stays with its agent when its user moves to another one', async () => {
      const token = await issue();
      await store.query('gateway', `UPDATE app_user SET agent_code = '900' WHERE id = $1`, [supervisor]);
      expect(await kindOf(token)).toBe('unknown');
    });

    it('is deleted a day after it expired', async () => {
      const token = await issue();
      const cleanup = new TokenCleanupScheduler(new Scheduler(clock, database.config), store);
      const kept = async () => (await store.query('gateway', 'SELECT 1 FROM token WHERE token_hash = $1', [hashSecret(token)])).length;
      clock.ms += LIFE_MS + DAY_MS - 1;
      await cleanup.deleteForgotten(clock.now());
      expect(await kept()).toBe(1);
      clock.ms += 1;
      await cleanup.deleteForgotten(clock.now());
      expect(await kept()).toBe(0);
    });
  });

  describe('a user-key', () => {
    const refused = { code: ErrorCode.TOKEN_REFUSED };

    it.each(['', 'x', 'x'.repeat(40), '\u0000'.repeat(40)])('is refused when unknown: %j', async (secret) => {
      await expect(issue(null, secret)).rejects.toMatchObject(refused);
    });

    it('is refused with the key of another program', async () => {
      const other = await change(async (tx) => {
        const programId = await registry.createProgram(tx, { name: 'C', owner: 'C' });
        return userKeys.create(tx, supervisor, programId);
      });
      await expect(issue(null, other.userKey)).rejects.toMatchObject(refused);
    });

    it('is refused for a user without an agent', async () => {
      const staff = await change(async (tx) => {
        const userId = await users.create(tx, newUser({ role: 'underwriter', agentCode: null }));
        return userKeys.create(tx, userId, program);
      });
      await expect(issue(null, staff.userKey)).rejects.toMatchObject(refused);
    });

    it('is refused while disabled and after deletion', async () => {
      expect(await change((tx) => userKeys.setEnabled(tx, supervisor, userKey.id, false))).toBe(true);
      await expect(issue()).rejects.toMatchObject(refused);
      expect(await change((tx) => userKeys.setEnabled(tx, supervisor, userKey.id, true))).toBe(true);
      await expect(issue()).resolves.toHaveLength(40);
      expect(await change((tx) => userKeys.delete(tx, supervisor, userKey.id))).toBe(true);
      await expect(issue()).rejects.toMatchObject(refused);
      expect(await change((tx) => userKeys.delete(tx, supervisor, userKey.id))).toBe(false);
      expect(await change((tx) => userKeys.setEnabled(tx, supervisor, userKey.id, true))).toBe(false);
    });

    it('belongs to its user: another one can neither disable nor delete it, nor end its tokens', async () => {
      const token = await issue();
      const stranger = await change((tx) => users.create(tx, newUser({})));
      expect(await change((tx) => userKeys.setEnabled(tx, stranger, userKey.id, false))).toBe(false);
      expect(await change((tx) => userKeys.delete(tx, stranger, userKey.id))).toBe(false);
      expect(await kindOf(token)).toBe('live');
    });
  });

  describe('a user', () => {
    it('has one account per address in any capitals', async () => {
      const { email } = newUser({});
      const id = await change((tx) => users.create(tx, newUser({ email: `  ${email.toUpperCase()} ` })));
      expect(await change((tx) => users.findIdByEmail(tx, email))).toBe(id);
      const again = change((tx) => users.create(tx, newUser({ email })));
      await expect(again.catch((error: unknown) => isUniqueViolation(error, 'app_user_email_key'))).resolves.toBe(true);
    });

    it('has an agent in the role agent', async () => {
      await expect(change((tx) => users.create(tx, newUser({ agentCode: null })))).rejects.toMatchObject({
        constraint: 'app_user_agent_code_check',
      });
    });
  });
});
