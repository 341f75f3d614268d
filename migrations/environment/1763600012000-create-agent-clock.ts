import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A clock for each agent of the sandbox, made with the agent, so that a write can lock it before it was ever set. Production keeps none. */
export class CreateAgentClock1763600012000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE agent_clock (
        agent_code text PRIMARY KEY REFERENCES agent (code),
        generation bigint NOT NULL DEFAULT 0,
        state text NOT NULL DEFAULT 'ready' CHECK (state IN ('ready', 'advancing', 'resetting')),
        frozen_at timestamptz,
        began_at timestamptz,
        advance_to timestamptz,
        CONSTRAINT agent_clock_advance_to_check CHECK ((state = 'advancing') = (advance_to IS NOT NULL)),
        CONSTRAINT agent_clock_frozen_check CHECK ((frozen_at IS NULL) = (began_at IS NULL))
      )`);
    await runner.query(`
      CREATE FUNCTION add_agent_clock() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_TABLE_SCHEMA = 'sandbox' THEN INSERT INTO agent_clock (agent_code) VALUES (NEW.code); END IF;
        RETURN NULL;
      END $$`);
    await runner.query(`CREATE TRIGGER agent_clock AFTER INSERT ON agent FOR EACH ROW EXECUTE FUNCTION add_agent_clock()`);
    await runner.query(`INSERT INTO agent_clock (agent_code) SELECT code FROM agent WHERE current_schema() = 'sandbox'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER agent_clock ON agent`);
    await runner.query(`DROP FUNCTION add_agent_clock()`);
    await runner.query(`DROP TABLE agent_clock`);
  }
}
