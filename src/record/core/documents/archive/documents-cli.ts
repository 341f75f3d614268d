import type { Environment } from '../../../../common/environment.js';
import { OperatorError } from '../../../../common/operator-error.js';
import type { CommandOutcome } from '../../../../common/run-command.js';
import { readConfig } from '../../../../config/config.js';
import { openFirstConnection } from '../../../../store/first-connection.js';
import { assertFit } from '../../../../store/migrate.js';
import { findRunningDatabaseUrl } from '../../../../store/running-database.js';
import { listSchemas } from '../../../../store/schema.js';
import { beginSession } from '../../../../store/session.js';
import { verifyArchive } from './archive-verification.js';
import { ObjectStorage, ObjectStorageError } from './object-storage.js';

const EXIT_CODE = 1;
const USAGE = 'Usage: npm run documents -- verify';
const MAX_LINES = 10_000;

export async function runDocuments(args: readonly string[]): Promise<string | CommandOutcome> {
  if (args.join(' ') !== 'verify') throw new OperatorError(USAGE);
  const config = readConfig();
  const storage = new ObjectStorage(config);
  const url = await findRunningDatabaseUrl(config);
  await assertFit(url, listSchemas(config.environments));
  const faults: string[] = [];
  for (const environment of config.environments)
    for await (const fault of verifyAt(url, storage, environment)) if (faults.push(fault) === MAX_LINES) return toOutcome(faults);
  return faults.length === 0 ? 'The archive has no errors.' : toOutcome(faults);
}

function toOutcome(faults: readonly string[]): CommandOutcome {
  const more = faults.length === MAX_LINES ? [`The check ended after ${MAX_LINES} errors.`] : [];
  return { text: [...faults, ...more].join('\n'), exitCode: EXIT_CODE };
}

async function* verifyAt(url: string, storage: ObjectStorage, environment: Environment): AsyncGenerator<string, void> {
  const client = await openFirstConnection(url, { name: 'documents' });
  try {
    await beginSession(client, environment, { statement_timeout: 0 });
    yield* verifyArchive(
      async <Row>(text: string, values: readonly unknown[]) => (await client.query(text, [...values])).rows as Row[],
      storage,
      environment,
    );
  } catch (error) {
    throw error instanceof ObjectStorageError ? new OperatorError(error.message) : error;
  } finally {
    await client.end();
  }
}
