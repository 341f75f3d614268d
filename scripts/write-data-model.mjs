// Writes docs/data-model.md from an empty database that the migrations of the built program make (npm run build first).
// usage: node scripts/write-data-model.mjs [--check]    --check: writes nothing, exit 1 when the file differs
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describeTables } from './data-model.mjs';
import { writeOrCheck } from './write-or-check.mjs';

const { EmbeddedPostgres } = await import('../dist/src/store/embedded/embedded-postgres.js');
const { migrate } = await import('../dist/src/store/migrate.js');

async function describeEmptyDatabase() {
  const dataDir = await mkdtemp(join(tmpdir(), 'data-model-'));
  await chmod(dataDir, 0o755);
  const server = await EmbeddedPostgres.start({ dataDir, maxConnections: 20 });
  try {
    await migrate(server.url, ['gateway', 'production', 'sandbox']);
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    const text = await describeTables(async (statement) => (await client.query(statement)).rows);
    await client.end();
    return text;
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

writeOrCheck('docs/data-model.md', await describeEmptyDatabase(), { command: 'npm run data-model', summary: 'written' });
