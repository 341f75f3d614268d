import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who writes at an agent's time holds its clock first. Two statements, so that the second one sees what was committed before the row was locked: a
 * change of state and generation waits for nobody, and who wants nothing to be under way locks the row FOR UPDATE after it.
 */
export class HoldAgentClock1763600012010 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION hold_agent_clock(whose text, known_generation bigint, known_state text) RETURNS boolean LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM FROM agent_clock WHERE agent_code = whose AND generation = known_generation AND state = known_state FOR KEY SHARE;
        RETURN EXISTS (SELECT FROM agent_clock WHERE agent_code = whose AND generation = known_generation AND state = known_state);
      END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION hold_agent_clock(text, bigint, text)`);
  }
}
