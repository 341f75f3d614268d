import { spawnSync } from 'node:child_process';
import pg from 'pg';
import { here } from '../bench/servers.mjs';

/** Expects everything acknowledged to be stored unchanged, and nothing else. */
export async function verify(journal, { databaseUrl, before }) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (const [environment, acknowledged] of Object.entries(journal.acknowledged)) {
    await client.query(`SET search_path TO ${environment}, public`);
    await verifyApplications(client, journal, environment, acknowledged.applications);
    await verifyOthers(client, journal, environment, acknowledged, before[environment]);
    await verifyNumbers(client, journal, environment);
  }
  await client.end();
  const books = spawnSync(process.execPath, [here('../../dist/src/commands.js'), 'ledger', 'verify'], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
    encoding: 'utf8',
  });
  journal.check('the books', books.status === 0, `${books.stdout}${books.stderr}`.trim());
}

async function verifyApplications(client, journal, environment, kept) {
  const { rows } = await client.query(`SELECT id::int, status, policy_no, price->>'gross' AS gross FROM application`);
  const found = new Map(rows.map((row) => [row.id, row]));
  const lost = [...kept].filter(([id, { status, policyNo, gross }]) => {
    const row = found.get(id);
    return !row || row.status !== status || (policyNo && row.policy_no !== policyNo) || Number(row.gross) !== gross;
  });
  const some = lost.slice(0, 3).map(([id, state]) => `${id} ${JSON.stringify(state)} is ${JSON.stringify(found.get(id))}`);
  journal.check(
    `${environment}: acknowledged applications`,
    lost.length === 0,
    `${lost.length} of ${kept.size} are not as acknowledged ${some.join('; ')}`,
  );
  journal.check(
    `${environment}: each insert once`,
    rows.length === kept.size,
    `${rows.length} applications for ${kept.size} acknowledged inserts`,
  );
}

async function verifyOthers(client, journal, environment, { documents, parties, requests }, before) {
  const uploaded = await client.query(`SELECT id::int, sha256 FROM document WHERE NOT is_system`);
  const digests = new Map(uploaded.rows.map(({ id, sha256 }) => [id, sha256.toString('hex')]));
  const wrong = [...documents].filter(([id, digest]) => digests.get(id) !== digest);
  journal.check(
    `${environment}: documents`,
    wrong.length === 0 && digests.size === documents.size,
    `${wrong.length} wrong, ${digests.size} for ${documents.size} uploads`,
  );
  const { rows: people } = await client.query(`SELECT id, afm FROM party_record`);
  const afms = new Map(people.map(({ id, afm }) => [Number(id), afm]));
  const missing = [...parties].filter(([id, afm]) => afms.get(id) !== afm);
  journal.check(
    `${environment}: parties`,
    missing.length === 0 && people.length > before.parties,
    `${missing.length} of ${parties.size} missing`,
  );
  const { rows: asked } = await client.query(`SELECT count(*)::int AS count FROM service_request`);
  journal.check(
    `${environment}: service requests`,
    asked[0].count === requests.size,
    `${asked[0].count} for ${requests.size} acknowledged`,
  );
}

/** Expects unique numbers, and receipts and a document for every policy. */
async function verifyNumbers(client, journal, environment) {
  const { rows } = await client.query(
    `SELECT (SELECT count(*) - count(DISTINCT policy_no) FROM application WHERE policy_no IS NOT NULL)::int AS policies,
       (SELECT count(*) - count(DISTINCT receipt_no) FROM receipt)::int AS receipts,
       (SELECT count(*) FROM application a WHERE status = '50' AND (last_receipt IS NULL
         OR NOT EXISTS (SELECT FROM document d WHERE d.id = a.policy_document_id)
           AND NOT EXISTS (SELECT FROM policy_to_print p WHERE p.document_id = a.policy_document_id)))::int AS halves`,
  );
  const [{ policies, receipts, halves }] = rows;
  journal.check(
    `${environment}: numbers`,
    policies + receipts + halves === 0,
    `${policies} policy and ${receipts} receipt numbers twice, ${halves} half policies`,
  );
}
