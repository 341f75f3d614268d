import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { jest } from '@jest/globals';
import { readFormat } from '../../src/store/backup/backup-file.js';
import { restoreBaseBackup, writeBaseBackup } from '../../src/store/backup/base-backup.js';
import type { EmbeddedPostgres } from '../../src/store/embedded/embedded-postgres.js';
import { buildLayout } from '../../src/store/embedded/layout.js';
import { backUpDuringWrites, readDatabaseDigests, expectRestored } from '../support/backup-checks.js';
import type { TestDatabase } from '../support/database.js';
import { createMigratedDataDir, queryDatabase, removeDataDir, findServerPid, startServer, createDataDir } from '../support/embedded.js';
import { FireApp } from '../support/fire-app.js';
import { runCommand } from '../support/program.js';
import { buildTestConfig } from '../support/running.js';
import { createTemporaryFolder } from '../support/temporary.js';
import { getTestServer } from '../support/test-server.js';

// Each test restores backups, and one starts the program.
jest.setTimeout(120_000);

let folder: string;
let dataDir: string;
let server: EmbeddedPostgres;
let app: FireApp;
let isRunning = true;
const others: string[] = [];

beforeAll(async () => {
  folder = await createTemporaryFolder();
  dataDir = await createMigratedDataDir();
  server = await startServer(dataDir);
  app = await FireApp.start({}, [], false, databaseAt(dataDir, server));
});
afterAll(async () => {
  await stopProduct();
  for (const place of [dataDir, ...others]) await removeDataDir(place);
});

/** Stops the program and then its server; returns the digests of the database. */
async function stopProduct(): Promise<Record<string, string>> {
  if (!isRunning) return {};
  isRunning = false;
  await app.stop();
  const content = await readDatabaseDigests(server.url);
  await server.stop();
  return content;
}

function databaseAt(place: string, { url }: EmbeddedPostgres): TestDatabase {
  const { cert, key } = getTestServer().tls;
  const config = buildTestConfig(place, { databaseUrl: url, databasePoolSize: 4, tlsCertFile: cert, tlsKeyFile: key });
  return { url, config, drop: () => Promise.resolve() };
}

async function newDataDir(): Promise<string> {
  const place = await createDataDir();
  others.push(place);
  return place;
}

describe('a backup of the embedded database', () => {
  it('contains one moment when taken while others write, and a program starts on it', async () => {
    const file = join(folder, 'busy');
    const before = await backUpDuringWrites(app, async () => {
      expect(await runCommand(['backup', file], { DATA_DIR: dataDir })).toEqual({ code: 0, out: `Written: ${file}.\n`, err: '' });
    });
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    const place = await newDataDir();
    expect(await runCommand(['restore', file], { DATA_DIR: place })).toMatchObject({ code: 0, err: '' });
    expect(await readdir(place)).toEqual(['postgres']);
    const restored = await startServer(place);
    try {
      await expectRestored(app, before, databaseAt(place, restored));
    } finally {
      await restored.stop();
    }
  });

  it('does not overwrite a file, and reports a missing database', async () => {
    const file = join(folder, 'there');
    await writeFile(file, 'precious');
    expect(await runCommand(['backup', file], { DATA_DIR: dataDir })).toEqual({
      code: 2,
      out: '',
      err: `${file} already exists. Choose another name.\n`,
    });
    expect(await readFile(file, 'utf8')).toBe('precious');
    const empty = await runCommand(['backup', join(folder, 'nothing')], { DATA_DIR: folder });
    expect(empty).toEqual({ code: 2, out: '', err: `There is no database in ${folder}; check DATA_DIR.\n` });
  });
});

describe('a restore of the embedded database that is not possible', () => {
  /** Changes a bit at the place or after it, but none without a meaning: a distance within zeros has none. */
  function damage(whole: Buffer, place: number): Buffer {
    const changed = Buffer.from(whole);
    changed.writeUInt8(changed.readUInt8(place) ^ 4, place);
    try {
      return gunzipSync(changed).equals(gunzipSync(whole)) ? damage(whole, place + 1) : changed;
    } catch {
      return changed;
    }
  }

  async function refuses(file: string, message: RegExp): Promise<void> {
    const place = await newDataDir();
    await expect(restoreBaseBackup(place, file)).rejects.toThrow(message);
    expect(await readdir(place)).toEqual([]);
  }

  it('is refused without a change into a DATA_DIR with a database', async () => {
    const before = await readDatabaseDigests(server.url);
    const { code, err } = await runCommand(['restore', join(folder, 'busy')], { DATA_DIR: dataDir });
    expect([code, err]).toEqual([2, `${buildLayout(dataDir).home} already exists. Restore into a new DATA_DIR.\n`]);
    expect(await readDatabaseDigests(server.url)).toEqual(before);
  });

  it('is refused without a change for the beginning of a file, and for a changed bit anywhere', async () => {
    const whole = await readFile(join(folder, 'busy'));
    const file = join(folder, 'damaged');
    for (const share of [0.4, 0.999]) {
      await writeFile(file, whole.subarray(0, Math.floor(whole.length * share)));
      await refuses(file, /is damaged or not a backup/);
    }
    for (const share of [0.1, 0.7]) {
      await writeFile(file, damage(whole, Math.floor(whole.length * share)));
      await refuses(file, /is damaged or not a backup/);
    }
  });

  it('is refused without a change for a file that is missing or not a backup', async () => {
    const file = join(folder, 'text');
    await writeFile(file, 'Dear reader');
    await expect(readFormat(file)).rejects.toThrow(`${file} is not a backup.`);
    await expect(readFormat(join(folder, 'missing'))).rejects.toThrow(/^ENOENT/);
    await writeFile(file, gzipSync('Dear reader'));
    await refuses(file, /is damaged or not a backup: tar failed/);
  });

  it('is refused without a change into an external database', async () => {
    const { code, err } = await runCommand(['restore', join(folder, 'busy')], { DATA_DIR: folder, DATABASE_URL: server.url });
    expect([code, err]).toEqual([2, expect.stringMatching(/Restore it without DATABASE_URL, into a new DATA_DIR\.\n$/)]);
  });

  it('is refused without a change for a backup of a newer program', async () => {
    const file = join(folder, 'newer');
    await queryDatabase(server.url, `INSERT INTO sandbox.migration ("timestamp", name) VALUES (1999999999999, 'AddWonder1999999999999')`);
    await writeBaseBackup(dataDir, file);
    await queryDatabase(server.url, 'DELETE FROM sandbox.migration WHERE "timestamp" = 1999999999999');
    await refuses(file, /A newer version of this program.*AddWonder1999999999999/);
  });
});

it('a backup of a stopped server contains everything', async () => {
  await app.query('production', 'UPDATE document SET comments = $1', ['tab\t newline\n \\N \\. "quoted" Ελληνικά 🏠']);
  const before = await stopProduct();
  expect(await runCommand(['backup', join(folder, 'quiet')], { DATA_DIR: dataDir })).toMatchObject({ code: 0, err: '' });
  expect(await findServerPid(dataDir)).toBeNull();

  const place = await newDataDir();
  await restoreBaseBackup(place, join(folder, 'quiet'));
  const restored = await startServer(place);
  expect(await readDatabaseDigests(restored.url)).toEqual(before);
  await restored.stop();
});
