import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a document of the system is of (`receipt:1042`): there is one of each, whoever makes it first. */
export class KeySystemDocuments1763600006510 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE document
        ADD COLUMN system_key text,
        ADD CONSTRAINT document_system_key_check CHECK (system_key IS NULL OR is_system)`);
    await runner.query(`
      CREATE UNIQUE INDEX document_system_key_key ON document (application_id, system_key) WHERE system_key IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE document DROP COLUMN system_key`);
  }
}
