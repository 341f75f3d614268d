import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { ENVIRONMENTS } from '../../src/common/environment.js';
import { dumpDatabase, restoreDump } from '../../src/store/backup/dump.js';
import { migrate } from '../../src/store/migrate.js';
import { listSchemas } from '../../src/store/schema.js';
import { backUpDuringWrites, readDatabaseDigests, expectRestored } from '../support/backup-checks.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { queryDatabase } from '../support/embedded.js';
import { FireApp } from '../support/fire-app.js';
import { type CommandResult, runCommand } from '../support/program.js';
import { buildTestConfig } from '../support/running.js';
import { hasSystemPostgres, SystemPostgres } from '../support/system-postgres.js';
import { createTemporaryFolder } from '../support/temporary.js';
import { getTestServer } from '../support/test-server.js';

// Each test restores dumps, and one starts the program.
jest.setTimeout(120_000);

const withPostgres = hasSystemPostgres() ? describe : describe.skip;
const REQUEST_LOG = `SELECT (SELECT count(*)::int FROM pg_inherits WHERE inhparent = 'gateway.call_log'::regclass) AS days,
  (SELECT count(*)::int FROM gateway.call_log) AS calls`;

let folder: string;

beforeAll(async () => {
  folder = await createTemporaryFolder();
});

function command(args: readonly string[], url: string, variables: Readonly<Record<string, string>> = {}): Promise<CommandResult> {
  return runCommand(args, { DATABASE_URL: url, DATA_DIR: folder, ...variables });
}

withPostgres('a backup of an external database', () => {
  let server: SystemPostgres;
  let url: string;
  let app: FireApp;
  let count = 0;

  beforeAll(async () => {
    server = await SystemPostgres.start();
    url = await newDatabase();
    await migrate(url, listSchemas(ENVIRONMENTS));
    app = await FireApp.start({}, [], false, databaseAt(url));
  });
  afterAll(async () => {
    await app.stop();
    await server.stop();
  });

  function databaseAt(place: string): TestDatabase {
    const { cert, key } = getTestServer().tls;
    const config = buildTestConfig(folder, { databaseUrl: place, databasePoolSize: 4, tlsCertFile: cert, tlsKeyFile: key });
    return { url: place, config, drop: () => Promise.resolve() };
  }

  async function newDatabase(): Promise<string> {
    const name = `database_${++count}`;
    await queryDatabase(server.url, `CREATE DATABASE ${name}`);
    return server.databaseUrl(name);
  }

  async function refuses(file: string, message: RegExp): Promise<void> {
    const empty = await newDatabase();
    await expect(restoreDump(empty, file)).rejects.toThrow(message);
    expect(await queryDatabase(empty, `SELECT nspname FROM pg_namespace WHERE nspname IN ('gateway', 'production', 'sandbox')`)).toEqual(
      [],
    );
  }

  it('a dump taken while others write contains one moment, and a program starts on it', async () => {
    const file = join(folder, 'busy');
    const before = await backUpDuringWrites(app, async () => {
      expect(await command(['backup', file], url)).toEqual({ code: 0, out: `Written: ${file}.\n`, err: '' });
    });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await app.running.parts.callLog.save();
    expect(await queryDatabase(url, 'SELECT count(*) > 0 AS "isLogged" FROM gateway.call_log')).toEqual([{ isLogged: true }]);
    const place = await newDatabase();
    expect(await command(['restore', file], place)).toMatchObject({ code: 0, err: '' });
    expect(await queryDatabase(place, REQUEST_LOG)).toEqual([{ days: 0, calls: 0 }]);
    await expectRestored(app, before, databaseAt(place));
    expect(await queryDatabase(place, REQUEST_LOG)).toEqual([{ days: 9, calls: expect.any(Number) as number }]);
  });

  it('a dump contains everything to the last character', async () => {
    await app.query('production', 'UPDATE document SET comments = $1', ['tab\t newline\n \\N \\. "quoted" Ελληνικά 🏠']);
    await dumpDatabase(url, join(folder, 'quiet'));
    const place = await newDatabase();
    await restoreDump(place, join(folder, 'quiet'));
    expect(await readDatabaseDigests(place)).toEqual(await readDatabaseDigests(url));
  });

  it('a dump does not overwrite a file, and is refused for an empty database', async () => {
    const file = join(folder, 'there');
    await writeFile(file, 'precious');
    await expect(dumpDatabase(url, file)).rejects.toThrow(`${file} already exists. Choose another name.`);
    expect(await readFile(file, 'utf8')).toBe('precious');
    const nothing = await command(['backup', join(folder, 'nothing')], await newDatabase());
    expect(nothing).toEqual({ code: 2, out: '', err: 'There is nothing in this database to back up.\n' });
    await expect(stat(join(folder, 'nothing'))).rejects.toThrow('ENOENT');
  });

  it('a dump is not restored into a database with data', async () => {
    const before = await readDatabaseDigests(url);
    const file = join(folder, 'quiet');
    await expect(restoreDump(url, file)).rejects.toThrow(
      'The database is not empty: it has gateway, production, sandbox. Restore into a new one.',
    );
    expect(await readDatabaseDigests(url)).toEqual(before);
  });

  it('a truncated dump is not restored', async () => {
    const whole = await readFile(join(folder, 'quiet'));
    const file = join(folder, 'short');
    for (const share of [0.3, 0.9, 0.999]) {
      await writeFile(file, whole.subarray(0, Math.floor(whole.length * share)));
      await refuses(file, /^pg_restore: /);
    }
  });

  it('a dump of a newer program is not restored', async () => {
    const file = join(folder, 'newer');
    await queryDatabase(url, `INSERT INTO sandbox.migration ("timestamp", name) VALUES (1999999999999, 'AddWonder1999999999999')`);
    await dumpDatabase(url, file);
    await refuses(file, /A newer version of this program.*AddWonder1999999999999/);
  });
});

describe('a backup without the programs of Postgres', () => {
  it.each(['pg_dump', 'pg_restore'])('reports that %s is missing or too old, and the server version', async (tool) => {
    const database = await createTestDatabase();
    const file = join(folder, `of-${tool}`);
    if (tool === 'pg_restore') await writeFile(file, 'PGDMP…');
    const args = [tool === 'pg_dump' ? 'backup' : 'restore', file];
    const bin = join(folder, `bin-${tool}`);
    await mkdir(bin);
    const missing = await command(args, database.url, { PATH: bin });
    expect([missing.code, missing.err]).toEqual([
      2,
      expect.stringMatching(new RegExp(`^${tool} is not installed\\. Install the client programs of PostgreSQL \\d+ or newer\\.\\n$`)),
    ]);
    await writeFile(join(bin, tool), `#!/bin/sh\necho '${tool} (PostgreSQL) 14.1'\n`);
    await chmod(join(bin, tool), 0o755);
    const old = await command(args, database.url, { PATH: bin });
    expect([old.code, old.err]).toEqual([
      2,
      expect.stringMatching(new RegExp(`^${tool} is of version 14, the server of version \\d+\\. Install`)),
    ]);
    await database.drop();
  });
});
