import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Faults that the next calls of an agent of the sandbox meet. */
export class CreateArmedFault1763600012210 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE armed_fault (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        agent_code text NOT NULL REFERENCES agent (code) ON DELETE CASCADE,
        status text NOT NULL,
        route text,
        left_calls smallint NOT NULL CONSTRAINT armed_fault_left_calls_check CHECK (left_calls >= 0),
        armed_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`CREATE INDEX armed_fault_agent_code_idx ON armed_fault (agent_code)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE armed_fault`);
  }
}
