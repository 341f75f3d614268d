import pg from 'pg';
import type { Environment } from '../../common/environment.js';
import { ConfigError, readConfig } from '../../config/config.js';
import { sessionUrl } from '../../store/pools.js';
import { runningDatabaseUrl } from '../../store/running-database.js';
import { verifyLedger } from './ledger-verification.js';

const IS_WRONG = 1;
const CANNOT_DO = 2;
const USAGE = 'Usage: npm run ledger -- verify';

/** `npm run ledger -- verify`: proves the books of every environment of the running database; what is wrong is listed, a line each. */
async function verify(): Promise<string[]> {
  const config = readConfig();
  const url = await runningDatabaseUrl(config);
  const faults: string[] = [];
  for (const environment of config.environments) faults.push(...(await verifyAt(url, environment)));
  return faults;
}

/** On a connection of its own, without the limits of calls: the books of years take their time. */
async function verifyAt(url: string, environment: Environment): Promise<string[]> {
  const client = new pg.Client({ connectionString: sessionUrl(url, environment) });
  await client.connect();
  try {
    await client.query('SET statement_timeout = 0');
    return await verifyLedger({ query: async <Row>(_: unknown, text: string) => (await client.query(text)).rows as Row[] }, environment);
  } finally {
    await client.end();
  }
}

/** What the operator can mend is said in words; anything else keeps its stack. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const [name, ...others] = process.argv.slice(2);
if (name !== 'verify' || others.length > 0) {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = CANNOT_DO;
} else {
  try {
    const faults = await verify();
    process.stdout.write(`${faults.length === 0 ? 'Nothing is wrong with the books.' : faults.join('\n')}\n`);
    if (faults.length > 0) process.exitCode = IS_WRONG;
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = CANNOT_DO;
  }
}
