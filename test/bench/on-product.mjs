import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { authorize, databaseUrlOf, startProduct } from './product.mjs';
import { stopAll } from './servers.mjs';

/**
 * Does the work on a product with an embedded database of its own, and leaves nothing behind. The work gets the
 * `product`, the `headers` of the demo's agent, a `client` of production's schema past the product, and the `folder`,
 * which goes at the end.
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
    // What fails is told by itself, not by the end of this connection that follows.
    client.on('error', () => undefined);
    await client.connect();
    await work({ product, headers, client, folder });
    await client.end();
  } finally {
    await cleanUp();
  }
}
