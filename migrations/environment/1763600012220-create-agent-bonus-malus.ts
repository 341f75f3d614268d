import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where the bonus-malus registry moves in the sandbox: for each agent by itself, as the years of agents differ. */
export class CreateAgentBonusMalus1763600012220 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE agent_bonus_malus (
        agent_code text NOT NULL REFERENCES agent (code) ON DELETE CASCADE,
        plate_no text NOT NULL,
        afm text NOT NULL,
        bonus_malus smallint NOT NULL,
        claims_last_year smallint NOT NULL,
        claims_last_5_years smallint NOT NULL,
        source text NOT NULL,
        as_of date NOT NULL,
        CONSTRAINT agent_bonus_malus_pkey PRIMARY KEY (agent_code, plate_no, afm),
        CONSTRAINT agent_bonus_malus_plate_no_check CHECK (plate_no ~ '^[ABEZHIKMNOPTYX]{3}[1-9][0-9]{0,3}$'),
        CONSTRAINT agent_bonus_malus_afm_check CHECK (afm ~ '^[0-9]{9}$'),
        CONSTRAINT agent_bonus_malus_bonus_malus_check CHECK (bonus_malus BETWEEN 1 AND 99),
        CONSTRAINT agent_bonus_malus_claims_check CHECK (claims_last_year BETWEEN 0 AND claims_last_5_years)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE agent_bonus_malus`);
  }
}
