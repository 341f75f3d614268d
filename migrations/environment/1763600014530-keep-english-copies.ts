import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the English copy of a document is printed from: the facts of the Greek one, in English (documents.18). */
export class KeepEnglishCopies1763600014530 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE document_content ADD COLUMN english json`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE document_content DROP COLUMN english`);
  }
}
