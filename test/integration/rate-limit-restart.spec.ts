import { Test } from '@nestjs/testing';
import { AppModule } from '../../src/app.module.js';
import { Config } from '../../src/config/config.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startHttp, type Running } from '../support/running.js';

const LIMIT = 6;
const PATH = '/auth-api/resources/tokens';

describe('a restart of the whole process', () => {
  let database: TestDatabase;
  let running: Running;
  let apiKey: string;

  beforeAll(async () => {
    database = await createTestDatabase({ trustProxy: ['127.0.0.1'], rateLimitPerHour: LIMIT });
    await start();
    const registry = running.parts.apiKeys;
    ({ apiKey } = await running.parts.store.transaction('gateway', async (tx) => {
      const program = await registry.createProgram(tx, { name: 'Program', owner: 'Owner' });
      return registry.createKey(tx, program, {
        name: 'test',
        status: 'active',
        services: ['auth-api'],
        environments: ['production'],
        ipAddresses: [],
        ratePerHour: null,
        ratePerDay: null,
        serviceRates: {},
      });
    }));
  });
  afterAll(async () => {
    await running.stop();
    await database.drop();
  });

  async function start(): Promise<void> {
    const module = await Test.createTestingModule({ imports: [AppModule] })
      .overrideProvider(Config)
      .useValue(database.config)
      .compile();
    running = await startHttp(module);
  }

  async function remainingAfter(calls: number): Promise<string | undefined> {
    let remaining: string | undefined;
    for (let call = 0; call < calls; call += 1) {
      const response = await running.client.withKey(apiKey).post(PATH, {});
      remaining = `${response.status} ${String(response.headers['x-ratelimit-remaining'])}`;
    }
    return remaining;
  }

  it('loses no call when it stops in order, however late the call came', async () => {
    expect(await remainingAfter(2)).toBe('400 4');
    await running.stop();
    await start();
    expect(await remainingAfter(1)).toBe('400 3');
    await running.stop();
    await start();
    expect(await remainingAfter(3)).toBe('400 0');
    expect(await remainingAfter(1)).toBe('429 0');
  });
});
