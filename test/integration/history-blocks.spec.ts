import pg from 'pg';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';

const TABLES = ['application_version', 'status_transition'] as const;
const BLOCKS = `
  SELECT c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bound FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = $1::regclass ORDER BY c.oid`;
const CHANGES = ['UPDATE # SET application_id = application_id', 'DELETE FROM #', 'TRUNCATE #'] as const;

let app: FireApp;
let agent: FireAgent;

beforeAll(async () => {
  app = await FireApp.start();
  ({ production: agent } = await app.createAgent());
});
afterAll(() => app.stop());

async function listBlocks(table: string): Promise<{ name: string; bound: string }[]> {
  return app.query('production', BLOCKS, [table]);
}

/** Lets the next application have the id. */
async function setNextId(id: number): Promise<void> {
  await app.query('production', `SELECT setval('application_id_seq', $1, false)`, [id]);
}

const addBlocks = (): Promise<number> => app.running.parts.historyBlocks.addBlocks('production');

async function countIn(block: string, id: number): Promise<number> {
  const [row] = await app.query<{ count: string }>('production', `SELECT count(*) FROM ${block} WHERE application_id = $1`, [id]);
  return Number(row?.count);
}

describe('the history of applications', () => {
  it('has a block for the first five million applications and one ahead', async () => {
    for (const table of TABLES)
      expect(await listBlocks(table)).toEqual([
        { name: `${table}_5m`, bound: `FOR VALUES FROM (MINVALUE) TO ('5000001')` },
        { name: `${table}_10m`, bound: `FOR VALUES FROM ('5000001') TO ('10000001')` },
      ]);
    expect(await addBlocks()).toBe(0);
  });

  it('continues in the next block at application 5,000,001', async () => {
    await setNextId(5_000_000);
    for (const [id, block] of [
      [5_000_000, '5m'],
      [5_000_001, '10m'],
    ] as const) {
      const inserted = await agent.insert();
      expect(inserted.id).toBe(id);
      expectStatus(205, await agent.act(id, 'prepay'));
      expect([await countIn(`status_transition_${block}`, id), await countIn(`application_version_${block}`, id)]).toEqual([2, 1]);
      expect(await agent.get(id)).toMatchObject({ id, status_code: '45' });
    }
  });

  it('gets a block ahead when half of the last but one is used, once for simultaneous nodes', async () => {
    await setNextId(5_000_100);
    await agent.insert();
    const added = await Promise.all([addBlocks(), addBlocks(), addBlocks()]);
    expect(added.reduce((sum, count) => sum + count, 0)).toBe(2);
    for (const table of TABLES)
      expect((await listBlocks(table)).map(({ name }) => name)).toEqual(['5m', '10m', '15m'].map((end) => `${table}_${end}`));
  });

  it('refuses an application without a block and changes nothing; after the job the same call works', async () => {
    await setNextId(15_000_001);
    const before = await app.readFingerprint();
    const refused = await agent.post(agent.body());
    expect([refused.status, refused.json()]).toEqual([500, expect.objectContaining({ error: '-1' })]);
    expect(await app.readFingerprint()).toEqual(before);
    expect(await addBlocks()).toBeGreaterThan(0);
    const { id } = await agent.insert();
    expect(id).toBeGreaterThan(15_000_000);
    expect(await countIn('status_transition_20m', id)).toBe(1);
  });

  it('refuses changes in every block by its name, also in those that were added later', async () => {
    for (const table of TABLES)
      for (const name of [table, ...(await listBlocks(table)).map((block) => block.name)])
        for (const change of CHANGES)
          await expect(app.query('production', change.replace('#', name))).rejects.toMatchObject({
            message: `Table ${name} is append-only: ${change.split(' ')[0]} refused`,
            code: '23001',
          });
  });

  it('numbers transitions across the blocks, and refuses a given number', async () => {
    const rows = await app.query<{ id: string }>('production', 'SELECT id FROM status_transition ORDER BY id');
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    const insert = `INSERT INTO status_transition (id, application_id, to_status, action, actor, actor_name, at) VALUES (1, 1, '01', 'x', 'x', 'x', now())`;
    await expect(app.query('production', insert)).rejects.toMatchObject({ code: '428C9' });
  });

  it('is erased and reset as before', async () => {
    const client = new pg.Client({ connectionString: app.running.database.url });
    await client.connect();
    await client.query(`SET search_path = production; BEGIN; SELECT set_config('record.erasing', 'on', true)`);
    const { rowCount } = await client.query('UPDATE status_transition SET reason = NULL WHERE application_id = 5000001');
    expect(rowCount).toBe(2);
    await client.query('ROLLBACK');
    await client.end();
  });
});
