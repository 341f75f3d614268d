import type { MigrationInterface, QueryRunner } from 'typeorm';
import { HISTORY_TABLES, nameBoundCheck, turnIntoBlocks, turnIntoTable, type HistoryTable } from '../history-blocks.js';

/** Divides the history into blocks by the id of the application. The old tables are the first blocks. */
export class DivideHistory1764000083300 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    // In the order of writers, who have written the application before its history.
    await runner.query('LOCK TABLE application IN SHARE ROW EXCLUSIVE MODE');
    for (const table of HISTORY_TABLES) {
      const [bound] = (await runner.query(
        `SELECT substring(pg_get_constraintdef(oid) FROM '\\d+')::bigint AS end FROM pg_constraint WHERE conrelid = $1::regclass AND conname = $2`,
        [table, nameBoundCheck(table)],
      )) as { end: string }[];
      if (table === 'status_transition') await runner.query(RESTART_IDS);
      await turnIntoBlocks(runner, table, Number(bound?.end), DEFINITIONS[table]);
    }
    await runner.query(CONTINUE_IDS);
    await runner.query(ADD_BLOCKS);
    await runner.query('SELECT add_history_blocks()');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION add_history_blocks');
    const [next] = (await runner.query('SELECT coalesce(max(id), 0) + 1 AS id FROM status_transition')) as { id: string }[];
    const ids = `ALTER TABLE status_transition ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (START WITH ${next?.id})`;
    for (const table of HISTORY_TABLES) await turnIntoTable(runner, table, table === 'status_transition' ? ids : 'SELECT 1');
  }
}

/** A partition must not have an identity; the partitioned table gets it. */
const RESTART_IDS = `ALTER TABLE status_transition ALTER COLUMN id DROP IDENTITY`;
const CONTINUE_IDS = `
  ALTER TABLE status_transition ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
  SELECT setval(pg_get_serial_sequence('status_transition', 'id'), coalesce((SELECT max(id) FROM status_transition), 0) + 1, false)`;

/** A transition has a key in each block, because one of the whole table would need another index (ADR-29). */
const DEFINITIONS: Readonly<Record<HistoryTable, string>> = {
  application_version: `
    ALTER TABLE application_version ADD CONSTRAINT application_version_pkey PRIMARY KEY (application_id, version);
    ALTER TABLE application_version ADD CONSTRAINT application_version_application_id_fkey FOREIGN KEY (application_id) REFERENCES application (id);
    CREATE INDEX application_version_named_afms_idx ON application_version USING gin (named_afms(state) jsonb_path_ops) WITH (fastupdate = off);`,
  status_transition: `
    ALTER TABLE status_transition ADD CONSTRAINT status_transition_application_id_fkey FOREIGN KEY (application_id) REFERENCES application (id);
    CREATE INDEX status_transition_application_id_idx ON status_transition (application_id, id);
    CREATE INDEX status_transition_reported_idx ON status_transition (at, id)
      WHERE action IN ('approve', 'return', 'request_documents', 'decline', 'cancel_mid_term', 'lapse');`,
};

const ADD_BLOCKS = String.raw`
  -- Adds blocks until five million further applications have one, and returns their number. A trigger of the whole table does not guard a block that is named
  -- directly, so each has its own.
  CREATE FUNCTION add_history_blocks() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  DECLARE
    size CONSTANT bigint := 5000000;
    needed bigint := (SELECT last_value FROM application_id_seq) + size;
    parent text;
    block text;
    bound bigint;
    added integer := 0;
  BEGIN
    FOREACH parent IN ARRAY ARRAY['application_version', 'status_transition'] LOOP
      LOOP
        SELECT max(substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''?(\d+)')::bigint) INTO bound
        FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = parent::regclass;
        EXIT WHEN bound > needed;
        -- In the order of writers, who have written the application before its history.
        IF added = 0 THEN
          LOCK TABLE application IN SHARE ROW EXCLUSIVE MODE;
        END IF;
        block := format('%s_%sm', parent, (bound - 1 + size) / 1000000);
        EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%s) TO (%s)', block, parent, bound, bound + size);
        EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()',
          block || '_append_only', block);
        IF parent = 'status_transition' THEN
          EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I PRIMARY KEY (id)', block, block || '_pkey');
        END IF;
        added := added + 1;
      END LOOP;
    END LOOP;
    RETURN added;
  END $$;`;
