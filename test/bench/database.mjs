import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** Creates a database on an external server; `drop` removes it after the product has stopped. */
export async function createDatabase(serverUrl) {
  const name = `insurance_bench_${randomBytes(4).toString('hex')}`;
  const onServer = async (text) => {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    await client.query(text).finally(() => client.end());
  };
  await onServer(`CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(`DROP DATABASE ${name}`) };
}
