import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The register of bonus-malus classes, one row for each vehicle and owner; and the look-up of applications by their plate. */
export class CreateBonusMalusRegistry1763600005000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE bonus_malus_registry (
        plate_no text NOT NULL,
        afm text NOT NULL,
        bonus_malus smallint NOT NULL,
        claims_last_year smallint NOT NULL,
        claims_last_5_years smallint NOT NULL,
        source text NOT NULL,
        as_of date NOT NULL,
        CONSTRAINT bonus_malus_registry_pkey PRIMARY KEY (plate_no, afm),
        CONSTRAINT bonus_malus_registry_plate_no_check CHECK (plate_no ~ '^[ABEZHIKMNOPTYX]{3}[1-9][0-9]{0,3}$'),
        CONSTRAINT bonus_malus_registry_afm_check CHECK (afm ~ '^[0-9]{9}$'),
        CONSTRAINT bonus_malus_registry_bonus_malus_check CHECK (bonus_malus BETWEEN 1 AND 99),
        CONSTRAINT bonus_malus_registry_claims_check CHECK (claims_last_year BETWEEN 0 AND claims_last_5_years)
      )`);
    await runner.query(`CREATE INDEX application_plate_no_idx ON application (plate_no) WHERE plate_no IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX application_plate_no_idx`);
    await runner.query(`DROP TABLE bonus_malus_registry`);
  }
}
