import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Uploads wait for the virus scanner where there is one; an infected document keeps its metadata and loses its content. */
export class ScanDocuments1763600006500 implements MigrationInterface {
  static readonly isAdditive = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE document
        ADD COLUMN scan text NOT NULL DEFAULT 'clean',
        ADD COLUMN scan_at timestamptz,
        ADD CONSTRAINT document_scan_check CHECK (scan IN ('pending', 'clean', 'infected')),
        ADD CONSTRAINT document_scan_at_check CHECK ((scan = 'pending') = (scan_at IS NOT NULL))`);
    await runner.query(`CREATE INDEX document_scan_at_idx ON document (scan_at, id) WHERE scan = 'pending'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE document DROP COLUMN scan_at, DROP COLUMN scan`);
  }
}
