import pg from 'pg';
import { AccessChangeWatcher } from '../../src/identity/access-change.watcher.js';
import { ApiKeyRegistry, type KeyTerms } from '../../src/identity/api-key-registry.js';
import { ApiKeyService } from '../../src/identity/api-key.service.js';
import { ConsoleAccessService } from '../../src/identity/console-access.service.js';
import { SessionService } from '../../src/identity/session.service.js';
import { TokenService } from '../../src/identity/token.service.js';
import { Scheduler } from '../../src/jobs/scheduler.js';
import { ClosedAgents } from '../../src/store/closed-agents.js';
import { Store } from '../../src/store/store.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { ManualClock } from '../support/manual-clock.js';

const TERMS: KeyTerms = {
  name: 'test',
  status: 'active',
  services: ['fire-api'],
  environments: ['sandbox'],
  ipAddresses: [],
  ratePerHour: null,
  ratePerDay: null,
  serviceRates: {},
};

describe('the key cache of a node', () => {
  const clock = new ManualClock('2026-11-21T08:00:00Z');
  let database: TestDatabase;
  let store: Store;
  let other: pg.Client;
  let keys: ApiKeyService;
  let changes: AccessChangeWatcher;
  let apiKey: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    store = await Store.open(database.config);
    other = new pg.Client({ connectionString: database.url, options: '-c search_path=gateway,public' });
    await other.connect();
    const registry = new ApiKeyRegistry(clock, database.config);
    ({ apiKey } = await store.transaction('gateway', async (tx) =>
      registry.createKey(tx, await registry.createProgram(tx, { name: 'Program', owner: 'Owner' }), TERMS),
    ));
  });
  afterAll(async () => {
    await other.end();
    await store.close();
    await database.drop();
  });
  beforeEach(async () => {
    await other.query(`UPDATE api_key SET status = 'active'`);
    keys = new ApiKeyService(store, clock);
    const consoles = new ConsoleAccessService(store, clock, new SessionService(store, clock));
    changes = new AccessChangeWatcher(
      new Scheduler(clock, database.config),
      store,
      clock,
      keys,
      new TokenService(store, clock, new ClosedAgents(store)),
      consoles,
    );
    await changes.look();
    expect(await status()).toBe('active');
  });

  async function status(): Promise<string | undefined> {
    return (await keys.find(apiKey))?.status;
  }

  /** Waits until the cached value is too old to be used. */
  async function lookLater(): Promise<void> {
    clock.set(clock.now().getTime() + 5_000);
    await changes.look();
  }

  /** Counts the look-ups of the key during the work. */
  async function lookUpsIn(work: () => Promise<unknown>): Promise<number> {
    const counted = store.query.bind(store);
    let count = 0;
    store.query = (schema, text, values) => {
      if (text.includes('FROM api_key WHERE key_hash')) count += 1;
      return counted(schema, text, values);
    };
    try {
      await work();
    } finally {
      store.query = counted;
    }
    return count;
  }

  it('works without a look-up while nothing changes', async () => {
    const lookUps = await lookUpsIn(async () => {
      for (let round = 0; round < 3; round += 1) {
        await lookLater();
        expect(await status()).toBe('active');
      }
    });
    expect(lookUps).toBe(0);
  });

  it('is cleared once by any change', async () => {
    await other.query(`UPDATE api_key SET status = 'disabled'`);
    await lookLater();
    expect(await lookUpsIn(async () => expect(await status()).toBe('disabled'))).toBe(1);
    await lookLater();
    expect(await lookUpsIn(async () => expect(await status()).toBe('disabled'))).toBe(0);
  });

  it('is cleared by a change committed after a check that could not see it', async () => {
    await other.query('BEGIN');
    await other.query(`UPDATE api_key SET status = 'disabled'`);
    await store.query('gateway', 'DELETE FROM token');
    await lookLater();
    expect(await status()).toBe('active');
    await other.query('COMMIT');
    await lookLater();
    expect(await status()).toBe('disabled');
  });

  it.each([
    ['token', 'DELETE FROM token'],
    ['user_key', 'UPDATE user_key SET enabled = false'],
    ['delegation', `INSERT INTO delegation SELECT id, '10001' FROM app_user`],
    ['app_user', `UPDATE app_user SET status = 'disabled'`],
    ['api_key', 'TRUNCATE api_key CASCADE'],
  ])('is cleared when %s is written', async (_, statement) => {
    await other.query('BEGIN');
    await other.query(statement);
    const { rowCount } = await other.query('SELECT FROM access_change WHERE transaction_id = pg_current_xact_id()');
    expect(rowCount).toBeGreaterThanOrEqual(1);
    await other.query('ROLLBACK');
  });
});
