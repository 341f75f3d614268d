import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ENVIRONMENTS } from '../../src/common/environment.js';
import { readConfig } from '../../src/config/config.js';
import { Store } from '../../src/store/store.js';
import { createTestDatabase } from '../support/database.js';
import { queryDatabase, removeDataDir } from '../support/embedded.js';
import { eventually } from '../support/eventually.js';
import { FireApp } from '../support/fire-app.js';
import { findInconsistencies } from '../support/record-checks.js';
import { hasSystemPostgres, SystemPostgres } from '../support/system-postgres.js';

const describeWithPostgres = hasSystemPostgres() ? describe : describe.skip;

describeWithPostgres('a base backup and the archive of the write-ahead log', () => {
  let server: SystemPostgres;
  let restored: SystemPostgres;
  let archive: string;
  let app: FireApp;

  beforeAll(async () => {
    [server, archive] = [await SystemPostgres.start(), await SystemPostgres.createArchive()];
    await server.set('archive_mode', 'on');
    await server.set('archive_command', `cp %p ${archive}/%f`);
    server.crash();
    server.resume();
    await queryDatabase(server.url, 'CREATE DATABASE gateway');
    const databaseUrl = server.databaseUrl('gateway');
    app = await FireApp.start({}, [], false, { ...(await createTestDatabase({ databaseUrl })), url: databaseUrl });
  });
  afterAll(async () => {
    await app.stop();
    await Promise.all([server.stop(), restored?.stop(), removeDataDir(archive)]);
  });

  /** Waits until the archive has everything that was written so far. */
  async function archiveAll(): Promise<void> {
    const [row] = await queryDatabase<{ segment: string }>(server.url, 'SELECT pg_walfile_name(pg_switch_wal()) AS segment');
    await eventually('the segment is archived', () => existsSync(join(archive, row!.segment)), 30_000);
  }

  it('restore the record as it was at a moment, on another server', async () => {
    const agent = (await app.createAgent({ code: 'A782' })).production;
    restored = await server.backUp();
    const before = await agent.insert();
    const [moment] = await queryDatabase<{ now: string }>(server.url, 'SELECT clock_timestamp()::text AS now');
    const after = await agent.insert();
    await archiveAll();
    await restored.recover(archive, moment!.now);
    await eventually('the restored server takes writes', async () => {
      const [state] = await queryDatabase<{ isOpen: boolean }>(restored.url, 'SELECT NOT pg_is_in_recovery() AS "isOpen"');
      return state!.isOpen;
    });
    const store = await Store.open(
      readConfig({ DATABASE_URL: restored.databaseUrl('gateway'), DATABASE_POOL_SIZE: '2', DATA_DIR: archive }),
    );
    try {
      const rows = await store.query<{ id: number }>('production', 'SELECT id FROM application ORDER BY id');
      expect(rows.map(({ id }) => id)).toEqual([before.id]);
      expect(rows).not.toContainEqual({ id: after.id });
      for (const environment of ENVIRONMENTS) expect(await findInconsistencies(store, environment)).toEqual([]);
    } finally {
      await store.close();
    }
  });
});
