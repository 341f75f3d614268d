import type { Environment } from '../../../common/environment.js';
import { OperatorError } from '../../../common/operator-error.js';
import type { CommandOutcome } from '../../../common/run-command.js';
import { readConfig } from '../../../config/config.js';
import { withRunningStore } from '../../../store/running-database.js';
import type { Store, Transaction } from '../../../store/store.js';
import { SecretBox } from './secret-box.js';
import { loadSecretsKeys } from './secrets-key.js';

const IS_UNREADABLE = 1;
const USAGE = 'Usage: npm run secrets -- reseal';
const BATCH = 200;

const FIND = `
  SELECT id, secret, CASE WHEN former_secret_until > clock_timestamp() THEN former_secret END AS "formerSecret"
  FROM webhook WHERE id > $1 AND deleted_at IS NULL ORDER BY id LIMIT ${BATCH} FOR NO KEY UPDATE`;
const WRITE = `
  UPDATE webhook SET secret = $2, former_secret = $3,
    former_secret_until = CASE WHEN $3::bytea IS NOT NULL THEN former_secret_until END
  WHERE id = $1`;

const FIND_ACCOUNTS = `SELECT id, iban AS secret, NULL AS "formerSecret" FROM refund WHERE id > $1 AND iban IS NOT NULL ORDER BY id LIMIT ${BATCH} FOR NO KEY UPDATE`;
const WRITE_ACCOUNT = `UPDATE refund SET iban = $2 WHERE id = $1`;
const FIND_SENDERS = `SELECT id, sender_iban AS secret, NULL AS "formerSecret" FROM bank_statement_entry WHERE id > $1 AND sender_iban IS NOT NULL ORDER BY id LIMIT ${BATCH} FOR NO KEY UPDATE`;
const WRITE_SENDER = `UPDATE bank_statement_entry SET sender_iban = $2 WHERE id = $1`;

interface Row {
  readonly id: number;
  readonly secret: Buffer;
  readonly formerSecret: Buffer | null;
}

interface Kept {
  readonly what: string;
  readonly find: string;
  write(tx: Transaction, id: number, secret: Buffer, formerSecret: Buffer | null): Promise<unknown>;
}

const KEPT: readonly Kept[] = [
  { what: 'webhooks', find: FIND, write: (tx, id, secret, formerSecret) => tx.query(WRITE, [id, secret, formerSecret]) },
  { what: 'accounts of refunds', find: FIND_ACCOUNTS, write: (tx, id, secret) => tx.query(WRITE_ACCOUNT, [id, secret]) },
  { what: 'accounts of senders', find: FIND_SENDERS, write: (tx, id, secret) => tx.query(WRITE_SENDER, [id, secret]) },
];

interface Counts {
  resealed: number;
  unreadable: number;
}

/** `npm run secrets -- reseal`: encrypts all stored secrets with the first key of SECRETS_KEY, while the program runs. */
export async function runSecrets(args: readonly string[]): Promise<CommandOutcome> {
  if (args.join(' ') !== 'reseal') throw new OperatorError(USAGE);
  const config = readConfig();
  const box = new SecretBox(await loadSecretsKeys(config));
  if (box.heads.length === 0) throw new OperatorError('SECRETS_KEY is not set.');
  return withRunningStore(config, async (store) => {
    const lines: string[] = [];
    let unreadable = 0;
    for (const environment of config.environments) {
      for (const kept of KEPT) {
        const counts = await resealAll(store, environment, box, kept);
        unreadable += counts.unreadable;
        lines.push(`${environment}: ${counts.resealed} ${kept.what} encrypted with the first key, ${counts.unreadable} cannot be read`);
      }
    }
    return { text: lines.join('\n'), exitCode: unreadable === 0 ? 0 : IS_UNREADABLE };
  });
}

async function resealAll(store: Store, environment: Environment, box: SecretBox, kept: Kept): Promise<Counts> {
  const counts: Counts = { resealed: 0, unreadable: 0 };
  for (let after: number | null = 0; after !== null;) {
    const from: number = after;
    const part = await store.transaction(environment, (tx) => resealPart(tx, box, kept, from));
    counts.resealed += part.resealed;
    counts.unreadable += part.unreadable;
    after = part.last;
  }
  return counts;
}

async function resealPart(tx: Transaction, box: SecretBox, kept: Kept, after: number): Promise<Counts & { last: number | null }> {
  const rows = await tx.query<Row>(kept.find, [after]);
  let [resealed, unreadable] = [0, 0];
  for (const { id, secret, formerSecret } of rows) {
    const sealed = [secret, ...(formerSecret === null ? [] : [formerSecret])];
    if (sealed.some((one) => box.open(one) === null)) unreadable++;
    if (sealed.every((one) => box.isCurrent(one) || box.open(one) === null)) continue;
    await kept.write(tx, id, sealAgain(box, secret), formerSecret && sealAgain(box, formerSecret));
    resealed++;
  }
  return { resealed, unreadable, last: rows.length < BATCH ? null : (rows.at(-1)?.id ?? null) };
}

/** Returns it unchanged when no key opens it. */
function sealAgain(box: SecretBox, sealed: Buffer): Buffer {
  const secret = box.open(sealed);
  return secret === null ? sealed : box.seal(secret);
}
