import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { databaseUrlOf, freePorts } from '../product.mjs';
import { ask, forkHelper, stop } from '../servers.mjs';
import { compare } from './tell.mjs';
import { insertOne } from './writes.mjs';

const CONNECTIONS = 10;
const TARGET = 0.97;
/** Time until all earlier rows of the log are written. */
const WRITTEN_MS = 1_500;

/** Measures the cheapest call and a read of an application, with the log switched on and off. */
export async function measureCallLog({ product, headers, load, folder, options }) {
  const { id } = await insertOne({ product, headers });
  const [port, httpsPort] = await freePorts(2);
  const variables = {
    DATABASE_URL: databaseUrlOf(product),
    DATA_DIR: join(folder, 'logging'),
    DEMO: 'false',
    ADMIN_PORT: '0',
    TRUST_PROXY: '127.0.0.1',
    PORT: String(port),
    HTTPS_PORT: String(httpsPort),
    RATE_LIMIT_PER_HOUR: '10000000',
    DATABASE_POOL_SIZE: '16',
  };
  const { child, url } = await forkHelper('./baselines/logging-product.mjs', { variables }, 'ignore');
  const turn = async (isOn) => {
    await ask(child, { isLogging: isOn });
    await sleep(WRITTEN_MS);
  };
  for (const path of ['/parameters-api/banks', `/fire-api/rsc/applications/${id}`]) {
    const run = { url, request: { method: 'GET', path, headers }, ids: [], seconds: options.seconds, connections: CONNECTIONS };
    const measure = async () => {
      const { requests, seconds, failed } = await ask(load, run);
      if (failed > 0) throw new Error(`${failed} calls of ${path} failed`);
      return requests / seconds;
    };
    await compare(`GET ${path} with the request log`, { pairs: options.pairs, target: TARGET, turn, measure });
  }
  await stop(child);
}
