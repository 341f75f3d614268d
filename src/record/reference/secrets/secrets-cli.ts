import { OperatorError } from '../../../common/operator-error.js';
import type { CommandOutcome } from '../../../common/run-command.js';
import { readConfig } from '../../../config/config.js';
import { withRunningStore } from '../../../store/running-database.js';
import type { Schema, Store, Transaction } from '../../../store/store.js';
import { SecretBox } from './secret-box.js';
import { loadSecretsKeys } from './secrets-key.js';

const IS_UNREADABLE = 1;
const USAGE = 'Usage: npm run secrets -- reseal';
const BATCH = 200;

interface Row {
  readonly id: number;
  readonly secret: Buffer;
  readonly formerSecret: Buffer | null;
}

interface Sealed {
  readonly what: string;
  readonly find: string;
  write(tx: Transaction, id: number, secret: Buffer, formerSecret: Buffer | null): Promise<unknown>;
}

const WEBHOOKS: Sealed = {
  what: 'webhooks',
  find: `
    SELECT id, secret, CASE WHEN former_secret_until > clock_timestamp() THEN former_secret END AS "formerSecret"
    FROM webhook WHERE id > $1 AND deleted_at IS NULL ORDER BY id LIMIT ${BATCH} FOR NO KEY UPDATE`,
  write: (tx, ...values) =>
    tx.query(
      `UPDATE webhook SET secret = $2, former_secret = $3,
         former_secret_until = CASE WHEN $3::bytea IS NOT NULL THEN former_secret_until END
       WHERE id = $1`,
      values,
    ),
};

function sealedColumn(what: string, table: string, column: string, key = 'id'): Sealed {
  return {
    what,
    find: `
      SELECT ${key} AS id, ${column} AS secret, NULL AS "formerSecret"
      FROM ${table} WHERE ${key} > $1 AND ${column} IS NOT NULL ORDER BY ${key} LIMIT ${BATCH} FOR NO KEY UPDATE`,
    write: (tx, id, secret) => tx.query(`UPDATE ${table} SET ${column} = $2 WHERE ${key} = $1`, [id, secret]),
  };
}

const SEALED: readonly Sealed[] = [
  WEBHOOKS,
  sealedColumn('accounts of refunds', 'refund', 'iban'),
  sealedColumn('accounts of senders', 'bank_statement_entry', 'sender_iban'),
];

const SEALED_IN_GATEWAY: readonly Sealed[] = [
  sealedColumn('authenticator apps', 'staff_totp', 'secret', 'user_id'),
  sealedColumn('unsent mails to users', 'account_mail', 'mail'),
];

interface Counts {
  resealed: number;
  unreadable: number;
}

/** Encrypts all secrets with the first key of SECRETS_KEY, while the program runs. */
export async function runSecrets(args: readonly string[]): Promise<CommandOutcome> {
  if (args.join(' ') !== 'reseal') throw new OperatorError(USAGE);
  const config = readConfig();
  const box = new SecretBox(await loadSecretsKeys(config));
  if (box.heads.length === 0) throw new OperatorError('SECRETS_KEY is not set.');
  return withRunningStore(config, async (store) => {
    const lines: string[] = [];
    let unreadable = 0;
    for (const schema of ['gateway', ...config.environments] as const) {
      for (const table of schema === 'gateway' ? SEALED_IN_GATEWAY : SEALED) {
        const counts = await resealAll(store, schema, box, table);
        unreadable += counts.unreadable;
        lines.push(`${schema}: ${counts.resealed} ${table.what} encrypted with the first key, ${counts.unreadable} cannot be read`);
      }
    }
    return { text: lines.join('\n'), exitCode: unreadable === 0 ? 0 : IS_UNREADABLE };
  });
}

async function resealAll(store: Store, schema: Schema, box: SecretBox, table: Sealed): Promise<Counts> {
  const counts: Counts = { resealed: 0, unreadable: 0 };
  for (let after: number | null = 0; after !== null;) {
    const from: number = after;
    const part = await store.transaction(schema, (tx) => resealPart(tx, box, table, from));
    counts.resealed += part.resealed;
    counts.unreadable += part.unreadable;
    after = part.last;
  }
  return counts;
}

async function resealPart(tx: Transaction, box: SecretBox, table: Sealed, after: number): Promise<Counts & { last: number | null }> {
  const rows = await tx.query<Row>(table.find, [after]);
  let [resealed, unreadable] = [0, 0];
  for (const { id, secret, formerSecret } of rows) {
    const sealed = [secret, ...(formerSecret === null ? [] : [formerSecret])];
    if (sealed.some((one) => box.open(one) === null)) unreadable++;
    if (sealed.every((one) => box.isCurrent(one) || box.open(one) === null)) continue;
    await table.write(tx, id, sealAgain(box, secret), formerSecret && sealAgain(box, formerSecret));
    resealed++;
  }
  return { resealed, unreadable, last: rows.length < BATCH ? null : (rows.at(-1)?.id ?? null) };
}

function sealAgain(box: SecretBox, sealed: Buffer): Buffer {
  const secret = box.open(sealed);
  return secret === null ? sealed : box.seal(secret);
}
