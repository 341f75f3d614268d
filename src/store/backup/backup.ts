import type pg from 'pg';
import { lockMigrations, requireUsableServer, ensureExtensions } from '../migrate.js';
import { openFirstConnection } from '../first-connection.js';
import { BackupError, formatOf, writeBackup } from './backup-file.js';
import { findSchemas } from './catalog.js';
import { dump, hasDumpTools, restoreDump, verifyDump } from './dump-tools.js';
import { takeBackup } from './own-backup.js';
import { restoreBackup, verifyBackup } from './own-restore.js';

export type BackupFormat = 'own' | 'pg_dump';

/**
 * Writes everything in the database to a new file, as of one moment, while others go on writing; returns the format. Unless one is named it is that of
 * `pg_dump` where the tools are of the server's version, and otherwise our own.
 */
export async function backUp(url: string, file: string, wish?: BackupFormat): Promise<BackupFormat> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ version: string }>(`SELECT current_setting('server_version') AS version`);
    if ((await findSchemas(client)).length === 0) throw new BackupError('There is nothing in this database to back up.');
    const format = wish ?? ((await hasDumpTools(rows[0]?.version ?? '')) ? 'pg_dump' : 'own');
    if (format === 'pg_dump') await dump(url, file);
    else await writeBackup(file, takeBackup(client));
    return format;
  });
}

/**
 * Fills an empty database from a file of either format, in one transaction. The file is read through before the first change.
 * @throws BackupError when the file is damaged or of a newer program, or when there is something in the database
 */
export async function restore(url: string, file: string): Promise<BackupFormat> {
  const format = await formatOf(file);
  await (format === 'own' ? verifyBackup(file) : verifyDump(file));
  return withClient(url, async (client) => {
    await requireUsableServer(client);
    // No node that starts meanwhile makes tables.
    await lockMigrations(client);
    const schemas = await findSchemas(client);
    if (schemas.length > 0) throw new BackupError(`The database is not empty: it has ${schemas.join(', ')}. Restore into a new one.`);
    await ensureExtensions(client);
    if (format === 'own') await restoreBackup(client, file);
    else await restoreDump(url, file);
    await client.query('ANALYZE');
    return format;
  });
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await openFirstConnection(url, { name: 'backup' });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
