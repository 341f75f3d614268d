import express from 'express';
import pg from 'pg';
import { serve } from './serve.mjs';

/**
 * Baseline with Express and the driver, written by hand. The schema `bench` has the tables, indexes and checks of the
 * product; the inserted rows are copies of those that the product wrote for the same body.
 */
await serve(({ databaseUrl, inserted, changed }) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, options: '-c search_path=bench,production,public' });
  const app = express();

  app.get('/rows', async (request, response) => {
    const { rows } = await pool.query('SELECT body FROM entity ORDER BY id DESC LIMIT $1', [request.query.limit]);
    response.json(rows.map(({ body }) => body));
  });

  app.get('/rows/:id', async (request, response) => {
    const { rows } = await pool.query('SELECT body FROM entity WHERE id = $1', [request.params.id]);
    response.json(rows[0].body);
  });

  app.post('/rows', express.json(), async (request, response) => {
    const { fire_application: questionnaire } = request.body;
    const { afm } = questionnaire.client;
    const { id } = await inTransaction(async (client) => {
      const application = { application_no: afm, questionnaire: JSON.stringify(questionnaire) };
      const { id } = await insert(client, 'application', { ...inserted.application[0], ...application }, 'RETURNING id');
      await insert(client, 'status_transition', { ...inserted.status_transition[0], application_id: id });
      const party = await insert(client, 'party_record', { ...inserted.party_record[0], afm }, 'RETURNING id');
      for (const table of ['party_address', 'party_contact'])
        for (const row of inserted[table]) await insert(client, table, { ...row, party_id: party.id });
      return { id };
    });
    response.status(201).json({ ...inserted.entity, id });
  });

  app.put('/rows/:id', express.json(), async (request, response) => {
    const { id } = request.params;
    await inTransaction(async (client) => {
      await client.query(
        `INSERT INTO application_version (application_id, version, valid_from, valid_until, state)
         SELECT id, version, updated_at, now(), to_jsonb(a) FROM application a WHERE id = $1 FOR UPDATE`,
        [id],
      );
      const { version: _, application_no: __, ...application } = changed.application[0];
      if (request.body) application.questionnaire = JSON.stringify(request.body.fire_application);
      const assignments = Object.keys(application).map((name, index) => `${name} = $${index + 2}`);
      const text = `UPDATE application SET ${assignments.join(', ')}, version = version + 1 WHERE id = $1`;
      await client.query(text, [id, ...Object.values(application)]);
      await insert(client, 'status_transition', { ...changed.status_transition[0], application_id: id });
    });
    response.json({ ...changed.entity, id });
  });

  app.post('/files', express.raw({ type: () => true, limit: '3mb' }), async (request, response) => {
    const { rows } = await pool.query('INSERT INTO file (content) VALUES ($1) RETURNING id', [request.body]);
    response.status(201).json(rows[0]);
  });

  async function inTransaction(work) {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    } finally {
      client.release();
    }
  }

  return { app };
});

async function insert(client, table, row, returning = '') {
  const places = Object.keys(row).map((_, index) => `$${index + 1}`);
  const text = `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${places.join(', ')}) ${returning}`;
  const { rows } = await client.query(text, Object.values(row));
  return rows[0];
}
