import fc from 'fast-check';
import { foldName } from '../../src/common/fold-name.js';
import { Store, type Schema } from '../../src/store/store.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { FOLDED_NAMES } from '../support/folded-names.js';

describe('the functions of every schema', () => {
  let database: TestDatabase;
  let store: Store;

  beforeAll(async () => {
    database = await createTestDatabase();
    store = await Store.open(database.config);
  });
  afterAll(async () => {
    await store.close();
    await database.drop();
  });

  async function foldInSql(schema: Schema, names: readonly string[]): Promise<string[]> {
    const rows = await store.query<{ folded: string }>(
      schema,
      'SELECT fold_name(name) AS folded FROM unnest($1::text[]) WITH ORDINALITY AS given (name, place) ORDER BY place',
      [names],
    );
    return rows.map(({ folded }) => folded);
  }

  it.each(['gateway', 'production', 'sandbox'] as const)('fold names in %s as in the table of cases', async (schema) => {
    expect(
      await foldInSql(
        schema,
        FOLDED_NAMES.map(([name]) => name),
      ),
    ).toEqual(FOLDED_NAMES.map(([, folded]) => folded));
  });

  it('fold every text like foldName', async () => {
    // Letters of every script that ICU and Postgres have known for long; they decompose newer ones differently.
    const letter = fc.integer({ min: 1, max: 0x2fff }).map((code) => String.fromCodePoint(code));
    const names = fc.sample(
      fc.array(letter, { maxLength: 12 }).map((letters) => letters.join('')),
      { numRuns: 3_000, seed: 1 },
    );
    expect(await foldInSql('production', names)).toEqual(names.map(foldName));
  });

  it('return null for a null name', async () => {
    expect(await store.query('gateway', 'SELECT fold_name(NULL) AS folded')).toEqual([{ folded: null }]);
  });

  it.each(['production', 'sandbox'] as const)('work in a generated column and an index in %s', async (schema) => {
    await store.query(schema, 'CREATE TABLE named (id integer, name text, folded text GENERATED ALWAYS AS (fold_name(name)) STORED)');
    await store.query(schema, 'CREATE INDEX named_folded_idx ON named USING gin (folded gin_trgm_ops)');
    await store.query(schema, 'CREATE INDEX named_name_idx ON named (fold_name(name))');
    await store.query(schema, `INSERT INTO named SELECT id, 'Όνομα ' || id FROM generate_series(1, 2000) AS id`);
    // With an empty search path, as in maintenance and restores.
    await store.query(schema, 'REINDEX TABLE named');
    await store.query(schema, 'ANALYZE named');
    const plan = await store.query<{ 'QUERY PLAN': string }>(schema, `EXPLAIN SELECT id FROM named WHERE fold_name(name) = 'ονομα 7'`);
    expect(plan.map((line) => line['QUERY PLAN']).join()).toContain('named_name_idx');
    expect(
      await store.query(schema, 'SELECT id FROM named WHERE folded LIKE $1 ORDER BY id LIMIT 1', [`%${foldName('ΌΝΟΜΑ 1999')}%`]),
    ).toEqual([{ id: 1999 }]);
  });

  it('do not depend on caller or search path', async () => {
    const rows = await store.transaction('production', async (transaction) => {
      await transaction.query(`SET LOCAL search_path = ''`);
      return transaction.query(`SELECT production.fold_name('Άννα') AS folded`);
    });
    expect(rows).toEqual([{ folded: 'αννα' }]);
  });

  it('find everyone whom a questionnaire names beside the client, in any spelling', async () => {
    const afm = fc.constantFrom('123456783', '090000045', '094019245');
    const text = fc.constantFrom('afm', '"afm":"094019245"', '\\', '', 'ΑΦΜ 090000045');
    const person = fc.record({ afm, name: text, note: text }, { requiredKeys: [] });
    const application = fc.record({ client: person, insured: person, owners: fc.array(fc.record({ of: person }), { maxLength: 2 }) });
    const sent = fc.sample(fc.tuple(application, afm, fc.constantFrom(undefined, 1)), { numRuns: 500, seed: 1 });
    const rows = await store.query<{ found: string[] | null; named: string[] | null }>(
      'production',
      `SELECT other_afms(q::json, client) AS found,
         (SELECT array_agg(DISTINCT hit[1]) FROM regexp_matches(q, '"afm" ?: ?"([0-9]{9})"', 'g') AS hit WHERE hit[1] <> client) AS named
       FROM unnest($1::text[], $2::text[]) AS sent (q, client)`,
      [sent.map(([questionnaire, , space]) => JSON.stringify(questionnaire, null, space)), sent.map(([, client]) => client)],
    );
    expect(rows).toHaveLength(500);
    expect(new Set(rows.map(({ named }) => named?.length ?? 0))).toEqual(new Set([0, 1, 2]));
    for (const { found, named } of rows) expect(found).toEqual(named);
  });

  it('protect append-only tables against everything but more rows', async () => {
    await store.query('sandbox', 'CREATE TABLE chronicle (id integer)');
    await store.query(
      'sandbox',
      `CREATE TRIGGER chronicle_refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON chronicle
       FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
    );
    await store.query('sandbox', 'INSERT INTO chronicle VALUES (1)');
    for (const change of ['UPDATE chronicle SET id = 2', 'DELETE FROM chronicle WHERE id = 99', 'TRUNCATE chronicle'])
      await expect(store.query('sandbox', change)).rejects.toMatchObject({
        code: '23001',
        message: expect.stringContaining('append-only') as string,
      });
    expect(await store.query('sandbox', 'SELECT id FROM chronicle')).toEqual([{ id: 1 }]);
  });
});
