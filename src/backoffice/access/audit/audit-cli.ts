import { OperatorError } from '../../../common/operator-error.js';
import type { CommandOutcome } from '../../../common/run-command.js';
import { readConfig } from '../../../config/config.js';
import { openFirstConnection } from '../../../store/first-connection.js';
import { assertFit } from '../../../store/migrate.js';
import { findRunningDatabaseUrl } from '../../../store/running-database.js';
import { listSchemas } from '../../../store/schema.js';
import { beginSession } from '../../../store/session.js';
import { type AuditHead, formatHead } from './audit-chain.repository.js';
import { type AuditVerification, verifyAudit } from './audit-verification.js';

const EXIT_CODE = 1;
const USAGE = 'Usage: npm run audit -- verify [POSITION:HASH from the log]';
const HEAD = /^(\d{1,15}):([0-9a-f]{64})$/;

export async function runAudit([command, known, ...more]: readonly string[]): Promise<CommandOutcome> {
  if (command !== 'verify' || more.length > 0) throw new OperatorError(USAGE);
  const head = known === undefined ? null : parseHead(known);
  const config = readConfig();
  const url = await findRunningDatabaseUrl(config);
  await assertFit(url, listSchemas(config.environments));
  const client = await openFirstConnection(url, { name: 'audit' });
  try {
    await beginSession(client, 'gateway', { statement_timeout: 0 });
    // One moment for all pages.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const found = await verifyAudit(
      async <Row>(text: string, values: readonly unknown[]) => (await client.query(text, [...values])).rows as Row[],
      head,
    );
    const summary = formatSummary(found);
    return found.violations.length === 0
      ? { text: `The audit record has no errors. ${summary}`, exitCode: 0 }
      : { text: [...found.violations, summary].join('\n'), exitCode: EXIT_CODE };
  } finally {
    await client.end();
  }
}

function formatSummary({ head, erased }: AuditVerification): string {
  if (head.position === 0) return 'Its chain has no entry yet.';
  return `${head.position} entries, ${erased} of them with erased texts. Head: ${formatHead(head)}`;
}

function parseHead(text: string): AuditHead {
  const [, position, hash] = HEAD.exec(text) ?? [];
  if (position === undefined || hash === undefined) throw new OperatorError(USAGE);
  return { position: Number(position), hash: Buffer.from(hash, 'hex') };
}
