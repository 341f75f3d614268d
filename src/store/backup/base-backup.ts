import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type pg from 'pg';
import { EmbeddedPostgres } from '../embedded/embedded-postgres.js';
import { buildLayout, buildLoopbackUrl, SUPERUSER, type Layout } from '../embedded/layout.js';
import { findServer } from '../embedded/pg-ctl.js';
import { openFirstConnection } from '../first-connection.js';
import { readFitsAt } from '../migrate.js';
import { ALL_SCHEMAS, assertKnown, BackupError, createBackupFile } from './backup-file.js';

const COMPRESSION_LEVEL = 3;
/** Excluded as the manual of Postgres recommends; the needed part of `pg_wal` is added later. */
const EXCLUDED = ['cluster/pg_wal/*', 'cluster/pg_replslot/*', 'cluster/postmaster.*', 'cluster/base/pgsql_tmp*'];
/** GNU tar exits with 1 when files changed during the backup, which recovery repairs, and with 2 after errors. */
const MAX_EXIT_CODE = process.platform === 'linux' ? 1 : 0;
const RESTORE_CONNECTIONS = 20;

export async function writeBaseBackup(dataDir: string, file: string): Promise<void> {
  const layout = buildLayout(dataDir);
  const server = await findServer(layout.cluster);
  const password = (await readFile(layout.passwordFile, 'utf8')).trim();
  const client = await openFirstConnection(buildLoopbackUrl(server?.port ?? 0, password, SUPERUSER), { name: 'backup' });
  try {
    // Keeps the write-ahead log until the session ends.
    await client.query('SELECT pg_create_physical_replication_slot($1, true, true)', [`insurance_gateway_backup_${process.pid}`]);
    await createBackupFile(file, (part) =>
      pipeline(readCluster(layout, client), createGzip({ level: COMPRESSION_LEVEL }), createWriteStream(part, { flush: true })),
    );
  } finally {
    await client.end();
  }
}

export async function restoreBaseBackup(dataDir: string, file: string): Promise<void> {
  const { home } = buildLayout(dataDir);
  if (existsSync(home)) throw new BackupError(`${home} already exists. Restore into a new DATA_DIR.`);
  await mkdir(dataDir, { recursive: true });
  const draft = await mkdtemp(join(dataDir, 'restore-'));
  try {
    const { home: restored, cluster } = buildLayout(draft);
    await mkdir(restored);
    await unpack(file, restored);
    if (!existsSync(join(cluster, 'backup_label'))) throw new BackupError(`${file} is not a backup of the embedded database.`);
    await recover(draft);
    await rename(restored, home);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Reads three archives: the cluster, the write-ahead log that makes it consistent, and the label for recovery. */
async function* readCluster({ home, cluster }: Layout, client: pg.Client): AsyncGenerator<Buffer> {
  await client.query(`SELECT pg_backup_start('insurance-gateway', fast => true)`);
  yield* readTar(home, [...EXCLUDED.map((pattern) => `--exclude=${pattern}`), 'password', 'cluster']);
  const { rows } = await client.query<{ label: string; last: string }>(
    'SELECT labelfile AS label, pg_walfile_name(lsn) AS last FROM pg_backup_stop(wait_for_archive => false)',
  );
  const { label = '', last = '' } = rows[0] ?? {};
  const first = /\(file (\w{24})\)/.exec(label)?.[1] ?? '';
  const segments = (await readdir(join(cluster, 'pg_wal'))).filter((name) => /^\w{24}$/.test(name) && name >= first && name <= last);
  yield* readTar(
    home,
    segments.map((name) => `cluster/pg_wal/${name}`),
  );
  const folder = await mkdtemp(join(tmpdir(), 'insurance-gateway-backup-'));
  try {
    await mkdir(join(folder, 'cluster'));
    await writeFile(join(folder, 'cluster', 'backup_label'), label);
    yield* readTar(folder, ['cluster/backup_label']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* readTar(folder: string, args: readonly string[]): AsyncGenerator<Buffer> {
  const { tar, ended } = startTar(['-c', '-f', '-', '-C', folder, ...args]);
  yield* tar.stdout as AsyncIterable<Buffer>;
  await ended;
}

async function unpack(file: string, folder: string): Promise<void> {
  const { tar, ended } = startTar(['-x', '--ignore-zeros', '-o', '-f', '-', '-C', folder]);
  const results = await Promise.allSettled([pipeline(createReadStream(file), createGunzip(), tar.stdin), ended]);
  for (const result of results) {
    if (result.status === 'rejected') throw new BackupError(`${file} is damaged or not a backup: ${(result.reason as Error).message}.`);
  }
}

function startTar(args: readonly string[]) {
  const tar = spawn('tar', args);
  let errors = '';
  tar.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const ended = once(tar, 'close').then(([code]) => {
    if (code === null || code > MAX_EXIT_CODE) throw new BackupError(`tar failed. ${errors.trim()}`);
  });
  ended.catch(() => undefined);
  return { tar, ended };
}

async function recover(dataDir: string): Promise<void> {
  const server = await EmbeddedPostgres.start({ dataDir, maxConnections: RESTORE_CONNECTIONS });
  try {
    const fits = await readFitsAt(server.url, ALL_SCHEMAS);
    for (const { schema, foreign } of fits)
      assertKnown(
        schema,
        foreign.map(({ name }) => name),
      );
    const client = await openFirstConnection(server.url, { name: 'restore' });
    // The next start must begin another history of events, although the cluster is the same (events.8).
    for (const { schema, isNew } of fits)
      if (!isNew && schema !== 'gateway') await client.query(`UPDATE ${schema}.event_epoch SET origin = ''`);
    await client.end();
  } finally {
    await server.stop();
  }
}
