import pg from 'pg';
import { callJson } from './product.mjs';

/** Creates the applications to read, change and search: copies of real ones, and the tables of the baselines. */
const STORED = 20_000;
const POOL = 1_000;
const LAST_NAMES = ['Παπαδόπουλος', 'Γεωργίου', 'Νικολάου', 'Ιωάννου', 'Καραγιάννης', 'Αντωνίου', 'Δημητρίου', 'Οικονόμου', 'Βασιλείου'];
const WRITTEN_TABLES = ['application', 'status_transition', 'party_record', 'party_address', 'party_contact'];
const FIRST_AFM = '123456783';

/**
 * Resolves to the pools of ids and, for baselines, to the product's response and rows for one insert and one update.
 * Without baselines the product may be of another commit.
 */
export async function seed({ databaseUrl, url, headers, bodies, hasBaselines = true }) {
  const client = new pg.Client({ connectionString: databaseUrl, options: '-c search_path=production,public' });
  await client.connect();
  try {
    const send = (method, path, body) => callJson(`${url}/fire-api/rsc/applications${path}`, { method, headers, body });
    const inserted = await send('POST', '', bodies.application.replaceAll('{afm}', FIRST_AFM));
    const { id } = await send('POST', '', bodies.referred);
    const changed = await send('PUT', `/${id}`, bodies.referred);
    if (changed.status_code !== '25') throw new Error('Only an application in status 25 can be updated again and again');
    const stored = await copyApplication(client, inserted.id, STORED);
    const changing = await copyApplication(client, changed.id, POOL);
    const ids = { stored: stored.slice(0, POOL), changing };
    // The benchmark uploads more in a minute than an agent may in a day.
    await client.query(`UPDATE setting SET value = '1000000000' WHERE key LIKE 'document%'`);
    if (!hasBaselines) {
      await client.query('VACUUM ANALYZE application');
      return { ids };
    }
    const rows = { inserted: await writtenRows(client, inserted), changed: await writtenRows(client, changed) };
    await makeBaselineTables(client, inserted, ids);
    return { ids, ...rows };
  } finally {
    await client.end();
  }
}

/** Returns the product's response, and the rows of the application and its person for inserting them again. */
async function writtenRows(client, entity) {
  const rows = { entity };
  for (const table of WRITTEN_TABLES) {
    const [condition, value] = whereWritten(table, entity);
    const columns = (await columnsOf(client, table)).filter((name) => name !== 'id').map((name) => `${name}::text`);
    rows[table] = (await client.query(`SELECT ${columns.join(', ')} FROM ${table} WHERE ${condition}`, [value])).rows;
  }
  return rows;
}

function whereWritten(table, { id, client }) {
  if (table === 'application') return ['id = $1', id];
  if (table === 'status_transition') return ['application_id = $1', id];
  if (table === 'party_record') return ['afm = $1', client.afm];
  return ['party_id = (SELECT id FROM party_record WHERE afm = $1)', client.afm];
}

/** Lists the columns that are not generated. */
async function columnsOf(client, table) {
  const { rows } = await client.query(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = 'production' AND table_name = $1 AND is_generated = 'NEVER' AND identity_generation IS DISTINCT FROM 'ALWAYS' ORDER BY ordinal_position`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/** Copies an application with new ids, numbers and names, and the SQL values of `changes`; returns the ids. */
export async function copyApplication(client, id, count, changes = {}) {
  const columns = await columnsOf(client, 'application');
  const own = {
    id: 'n.id',
    application_no: `'F00' || lpad(n.id::text, 7, '0')`,
    policy_no: `CASE WHEN a.policy_no IS NOT NULL THEN 'P00' || lpad(n.id::text, 7, '0') END`,
    client_name: `($3::text[])[1 + n.id % ${LAST_NAMES.length}] || ' ' || n.id`,
    ...changes,
  };
  const { rows } = await client.query(
    `INSERT INTO application (${columns.join(', ')})
     SELECT ${columns.map((name) => own[name] ?? `a.${name}`).join(', ')}
     FROM application a, (SELECT nextval('application_id_seq') AS id FROM generate_series(1, $2)) n WHERE a.id = $1 RETURNING id`,
    [id, count, LAST_NAMES],
  );
  return rows.map((row) => Number(row.id));
}

/**
 * Creates the schema `bench`: the response as one JSONB row per id, and the product's tables with checks and indexes.
 */
async function makeBaselineTables(client, entity, ids) {
  await client.query('CREATE SCHEMA bench CREATE TABLE entity (id bigint PRIMARY KEY, body jsonb NOT NULL)');
  await client.query('INSERT INTO bench.entity SELECT unnest($1::bigint[]), $2', [ids.stored, JSON.stringify(entity)]);
  await client.query(
    'CREATE TABLE bench.file (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, content bytea STORAGE EXTERNAL NOT NULL)',
  );
  for (const table of [...WRITTEN_TABLES, 'application_version'])
    await client.query(`CREATE TABLE bench.${table} (LIKE ${table} INCLUDING ALL)`);
  const columns = (await columnsOf(client, 'application')).join(', ');
  await client.query(`INSERT INTO bench.application (${columns}) SELECT ${columns} FROM application WHERE id = ANY($1)`, [ids.changing]);
  for (const table of ['application', 'bench.application', 'bench.entity']) await client.query(`VACUUM ANALYZE ${table}`);
}
