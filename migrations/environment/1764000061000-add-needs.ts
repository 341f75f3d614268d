import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds answers about demands and needs to offers; a version of an application may have several offers (customer.8). */
export class AddNeeds1764000061000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE offer ADD COLUMN needs jsonb, DROP CONSTRAINT offer_application_version_key;
      COMMENT ON COLUMN offer.needs IS 'Answers to the questions of the tariff about demands and needs; null when nothing was asked.';
      CREATE INDEX offer_application_id_idx ON offer (application_id, application_version);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM offer o USING offer later
      WHERE later.application_id = o.application_id AND later.application_version = o.application_version AND later.id > o.id;
      DROP INDEX offer_application_id_idx;
      ALTER TABLE offer DROP COLUMN needs, ADD CONSTRAINT offer_application_version_key UNIQUE (application_id, application_version)`);
  }
}
