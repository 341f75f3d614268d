import type { MigrationInterface, QueryRunner } from 'typeorm';

/** In the sandbox an agent sends money itself, under references of its own. Money of the bank has no agent: its references stay unique among themselves. */
export class OwnBankAdvices1763600012110 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    // Under the same name: the former program tells by it that a reference was kept meanwhile.
    await runner.query(`
      ALTER TABLE bank_advice ADD COLUMN agent_code text CONSTRAINT bank_advice_agent_code_fkey REFERENCES agent (code),
        DROP CONSTRAINT bank_advice_reference_key,
        ADD CONSTRAINT bank_advice_reference_key UNIQUE NULLS NOT DISTINCT (reference, agent_code)`);
    await runner.query(`CREATE INDEX bank_advice_agent_code_idx ON bank_advice (agent_code) WHERE agent_code IS NOT NULL`);
  }

  /** Fails where two agents sent the same reference. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE bank_advice DROP CONSTRAINT bank_advice_reference_key, DROP COLUMN agent_code,
        ADD CONSTRAINT bank_advice_reference_key UNIQUE (reference)`);
  }
}
