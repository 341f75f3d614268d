import { readConfig } from '../../dist/src/config/config.js';
import { Store } from '../../dist/src/store/store.js';

/**
 * A process that owns an embedded server, for specs to kill: `node test/support/database-owner.mjs <dataDir> [exit]`.
 * Writes numbered rows and prints each number once the row is committed; `exit` ends it without closing the store.
 */
const [dataDir = '', ending] = process.argv.slice(2);
const store = await Store.open(readConfig({ DATA_DIR: dataDir, DATABASE_POOL_SIZE: '2' }));
await store.query('sandbox', 'CREATE TABLE IF NOT EXISTS written (id integer PRIMARY KEY)');
const [last] = await store.query('sandbox', 'SELECT coalesce(max(id), 0) AS id FROM written');
const first = (last?.id ?? 0) + 1;

let isEnding = false;
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => (isEnding = true));
for (let id = first; !isEnding; id++) {
  await store.query('sandbox', 'INSERT INTO written VALUES ($1)', [id]);
  process.stdout.write(`${id}\n`);
  if (ending === 'exit' && id === first + 20) process.exit(0);
}
// The server must still run after a Ctrl-C that reaches the whole process group.
await new Promise((resolve) => setTimeout(resolve, 200));
await store.query('sandbox', 'INSERT INTO written VALUES (-$1::int)', [first]);
await store.close();
process.stdout.write('closed\n');
