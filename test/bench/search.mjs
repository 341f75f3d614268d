import { readFileSync } from 'node:fs';
import { onProduct } from './on-product.mjs';
import { callJson } from './product.mjs';
import { median } from './report.mjs';
import { here } from './servers.mjs';

/**
 * `npm run bench:search`: measures a search by part of a client's name over 20,000 and 1,000,000 applications of one
 * agent. Takes some minutes and 3 GB of temporary disk space.
 */
const SIZES = [20_000, 1_000_000];
const BATCH = 50_000;
const CALLS = 41;
const APPLICATIONS = '/fire-api/rsc/applications';
const LAST_NAMES = ['Παπαδόπουλος', 'Γεωργίου', 'Νικολάου', 'Ιωάννου', 'Καραγιάννης', 'Αντωνίου', 'Δημητρίου', 'Χατζηγεωργίου', 'Μακρής'];
const FIRST_NAMES = ['Γεώργιος', 'Μαρία', 'Ιωάννης', 'Ελένη', 'Δημήτριος', 'Αικατερίνη', 'Νικόλαος', 'Σοφία', 'Στυλιανός'];
const RARE = { name: 'Ξυλοφάγος', part: 'ξυλοφαγ', hits: 100 };
const COMMON = 'γεωργ';
const TARGETS = { ratio: 2, commonMs: 200 };

await onProduct(async ({ product, headers, client }) => {
  const id = await insertOne(product, headers);
  const results = [];
  for (const size of SIZES) {
    process.stderr.write(`${size} applications …\n`);
    await fill(client, id, size);
    results.push({ size, rare: await medianMs(product, headers, RARE.part), common: await medianMs(product, headers, COMMON) });
  }
  print(results);
});

async function insertOne({ url }, headers) {
  const startDate = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  const body = readFileSync(here('../../examples/fire-application.json'), 'utf8').replace('{{startDate}}', startDate);
  return (await callJson(url + APPLICATIONS, { method: 'POST', headers, body })).id;
}

/** Copies applications up to the size, always with the same number of rare names. */
async function fill(client, id, size) {
  const { rows: columns } = await client.query(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = 'production' AND table_name = 'application' AND is_generated = 'NEVER' ORDER BY ordinal_position`,
  );
  const own = {
    id: 'n.id',
    application_no: `'F00' || lpad(n.id::text, 7, '0')`,
    client_name: `CASE WHEN n.id <= $5 THEN '${RARE.name}' ELSE ($3::text[])[1 + n.id * 7919 % ${LAST_NAMES.length}] END
      || ' ' || ($4::text[])[1 + n.id * 104729 % ${FIRST_NAMES.length}] || ' ' || n.id`,
  };
  const names = columns.map(({ name }) => name);
  const insert = `INSERT INTO application (${names.join(', ')}) SELECT ${names.map((name) => own[name] ?? `a.${name}`).join(', ')}
    FROM application a, (SELECT nextval('application_id_seq') AS id FROM generate_series(1, $2)) n WHERE a.id = $1`;
  for (;;) {
    const { rows } = await client.query('SELECT count(*)::int AS count FROM application');
    const missing = size - rows[0].count;
    if (missing <= 0) break;
    await client.query(insert, [id, Math.min(BATCH, missing), LAST_NAMES, FIRST_NAMES, id + RARE.hits]);
  }
  await client.query('VACUUM ANALYZE application');
}

/** Returns the median response time of a search for twenty rows. */
async function medianMs({ url }, headers, part) {
  const times = [];
  for (let call = 0; call < CALLS; call += 1) {
    const startedMs = performance.now();
    await callJson(`${url}${APPLICATIONS}?limit=20&client_name=${encodeURIComponent(part)}`, { headers });
    times.push(performance.now() - startedMs);
  }
  return median(times);
}

function print(results) {
  const [small, large] = results;
  const ratio = large.rare / small.rare;
  const lines = results.map(({ size, rare, common }) => `| ${size} | ${rare.toFixed(1)} | ${common.toFixed(1)} |`);
  const verdict = (isMet) => (isMet ? '' : ' **missed**');
  process.stdout.write(
    [
      `| Applications | ${RARE.hits} hits, median ms | common part, median ms |`,
      '|--:|--:|--:|',
      ...lines,
      '',
      `${RARE.hits} hits: ${ratio.toFixed(2)} times the time (at most ${TARGETS.ratio})${verdict(ratio <= TARGETS.ratio)}; common part under ${TARGETS.commonMs} ms${verdict(large.common < TARGETS.commonMs)}.`,
      '',
    ].join('\n'),
  );
}
