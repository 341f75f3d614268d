import type { Environment } from '../../../common/environment.js';
import { OperatorError } from '../../../common/operator-error.js';
import type { CommandOutcome } from '../../../common/run-command.js';
import { readConfig } from '../../../config/config.js';
import { openFirstConnection } from '../../../store/first-connection.js';
import { assertFit } from '../../../store/migrate.js';
import { findRunningDatabaseUrl } from '../../../store/running-database.js';
import { listSchemas } from '../../../store/schema.js';
import { beginSession } from '../../../store/session.js';
import { verifyLedger } from './ledger-verification.js';

const EXIT_CODE = 1;
const USAGE = 'Usage: npm run ledger -- verify';

export async function runLedger(args: readonly string[]): Promise<string | CommandOutcome> {
  if (args.join(' ') !== 'verify') throw new OperatorError(USAGE);
  const config = readConfig();
  const url = await findRunningDatabaseUrl(config);
  await assertFit(url, listSchemas(config.environments));
  const violations: string[] = [];
  for (const environment of config.environments) violations.push(...(await verifyAt(url, environment)));
  return violations.length === 0 ? 'The ledger has no errors.' : { text: violations.join('\n'), exitCode: EXIT_CODE };
}

async function verifyAt(url: string, environment: Environment): Promise<string[]> {
  const client = await openFirstConnection(url, { name: 'ledger' });
  try {
    await beginSession(client, environment, { statement_timeout: 0 });
    return await verifyLedger({ query: async <Row>(_: unknown, text: string) => (await client.query(text)).rows as Row[] }, environment);
  } finally {
    await client.end();
  }
}
