import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The agents of those who sign up: of a type and with codes of their own, which production refuses whoever writes. */
export class TakeTestAgents1763600012410 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE agent DROP CONSTRAINT agent_type_check,
        ADD CONSTRAINT agent_type_check CHECK (type IN ('direct', 'broker', 'test')),
        ADD CONSTRAINT agent_test_code_check CHECK (type <> 'test' OR code ~ '^sbx-')`);
    await runner.query(`
      CREATE FUNCTION refuse_test_agent() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_TABLE_SCHEMA <> 'sandbox' THEN
          RAISE check_violation USING MESSAGE = 'agents of tests are of the sandbox alone', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
        END IF;
        RETURN NEW;
      END $$`);
    await runner.query(`
      CREATE TRIGGER agent_refuse_test BEFORE INSERT ON agent
      FOR EACH ROW WHEN (NEW.type = 'test' OR NEW.code ~* '^sbx-') EXECUTE FUNCTION refuse_test_agent()`);
  }

  /** Fails where such an agent is. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER agent_refuse_test ON agent`);
    await runner.query(`DROP FUNCTION refuse_test_agent()`);
    await runner.query(`
      ALTER TABLE agent DROP CONSTRAINT agent_test_code_check, DROP CONSTRAINT agent_type_check,
        ADD CONSTRAINT agent_type_check CHECK (type IN ('direct', 'broker'))`);
  }
}
