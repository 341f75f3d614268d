import { Injectable, Module, type OnApplicationShutdown, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { readConfig } from '../../src/config/config.js';
import { ConfigModule } from '../../src/config/config.module.js';
import { Store } from '../../src/store/store.js';
import { StoreModule } from '../../src/store/store.module.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { queryDatabase, removeDataDir, findServerPid, startServer, createDataDir } from '../support/embedded.js';

@Injectable()
class Diary implements OnModuleInit, OnModuleDestroy, OnApplicationShutdown {
  constructor(private readonly store: Store) {}

  async onModuleInit(): Promise<void> {
    await this.store.query('gateway', 'CREATE TABLE IF NOT EXISTS diary (line text)');
    await this.write('init');
  }

  onModuleDestroy(): Promise<void> {
    return this.write('destroy');
  }

  onApplicationShutdown(): Promise<void> {
    return this.write('shutdown');
  }

  private async write(line: string): Promise<void> {
    await this.store.query('gateway', 'INSERT INTO diary VALUES ($1)', [line]);
  }
}

@Module({ providers: [Diary] })
class DiaryModule {}

describe('StoreModule', () => {
  let database: TestDatabase;
  let dataDir: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    dataDir = await createDataDir();
  });
  afterAll(async () => {
    await database.drop();
    await removeDataDir(dataDir);
  });

  function boot(config: typeof database.config): Promise<TestingModule> {
    return Test.createTestingModule({ imports: [ConfigModule.of(config), StoreModule, DiaryModule] }).compile();
  }

  it('starts the store before all other modules and stops it after them', async () => {
    const module = await boot(database.config);
    await module.init();
    await module.close();
    expect(await queryDatabase(database.url, 'SELECT line FROM gateway.diary')).toEqual([
      { line: 'init' },
      { line: 'destroy' },
      { line: 'shutdown' },
    ]);
  });

  it('starts and stops the embedded server when no other is set', async () => {
    const module = await boot(readConfig({ DATA_DIR: dataDir, DATABASE_POOL_SIZE: '2' }));
    await module.init();
    expect(await findServerPid(dataDir)).not.toBeNull();
    await module.close();
    expect(await findServerPid(dataDir)).toBeNull();
    const server = await startServer(dataDir);
    expect(await queryDatabase(server.url, 'SELECT count(*)::int AS lines FROM gateway.diary')).toEqual([{ lines: 3 }]);
    await server.stop();
  });

  it('leaves no server running when the start fails', async () => {
    const server = await startServer(dataDir);
    // An existing table makes the next migration fail.
    await queryDatabase(
      server.url,
      'DROP SCHEMA sandbox CASCADE; CREATE SCHEMA sandbox; CREATE FUNCTION sandbox.refuse_change() RETURNS int LANGUAGE sql RETURN 1',
    );
    await server.stop();
    await expect(boot(readConfig({ DATA_DIR: dataDir, DATABASE_POOL_SIZE: '2' }))).rejects.toThrow(/refuse_change/);
    expect(await findServerPid(dataDir)).toBeNull();
  });
});
