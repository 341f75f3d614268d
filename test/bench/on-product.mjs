import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { authorize, databaseUrlOf, startProduct } from './product.mjs';
import { stopAll } from './servers.mjs';

/**
 * Runs the work on a product with a new embedded database, and deletes everything afterwards. The work gets the
 * `product`, the `headers` of the demo's agent, a database `client` for the production schema, and a temporary
 * `folder`.
 */
export async function onProduct(work, variables = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'insurance-bench-'));
  const cleanUp = async () => {
    await stopAll();
    rmSync(folder, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
  try {
    const settings = { dataDir: join(folder, 'data'), databaseUrl: null, logFile: join(folder, 'product.log'), variables };
    const product = await startProduct(settings);
    const headers = await authorize(product);
    const client = new pg.Client({
      connectionString: databaseUrlOf(product),
      options: '-c search_path=production,public -c statement_timeout=0',
    });
    // The cause of a failure is reported elsewhere; the end of this connection only follows from it.
    client.on('error', () => undefined);
    await client.connect();
    await work({ product, headers, client, folder });
    await client.end();
  } finally {
    await cleanUp();
  }
}
