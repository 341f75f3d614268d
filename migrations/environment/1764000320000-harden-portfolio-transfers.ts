import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the failures of a portfolio transfer, and the setting that lets two administrators transfer contracts. */
export class HardenPortfolioTransfers1764000320000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      INSERT INTO setting (key, value, updated_at) VALUES ('secondPersonTransfers', 'false', now());
      ALTER TABLE portfolio_transfer ADD COLUMN failures integer NOT NULL DEFAULT 0, ADD COLUMN failure text;
      COMMENT ON COLUMN portfolio_transfer.failures IS 'Attempts that failed since the last batch that moved.';
      COMMENT ON COLUMN portfolio_transfer.failure IS 'Reason of the last of these; null without one.'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE portfolio_transfer DROP COLUMN failures, DROP COLUMN failure;
      DELETE FROM setting WHERE key = 'secondPersonTransfers'`);
  }
}
