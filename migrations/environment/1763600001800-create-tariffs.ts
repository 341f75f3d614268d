import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tariffs as loaded: a version is never edited, a later one is another row. */
export class CreateTariffs1763600001800 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE tariff (
        code text NOT NULL,
        version integer NOT NULL,
        branch text NOT NULL,
        valid_from date NOT NULL,
        valid_to date,
        content jsonb NOT NULL,
        sha256 bytea NOT NULL,
        loaded_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT tariff_pkey PRIMARY KEY (code, version),
        CONSTRAINT tariff_branch_check CHECK (branch IN ('FIRE', 'MOTOR')),
        CONSTRAINT tariff_dates_check CHECK (valid_to IS NULL OR valid_to >= valid_from)
      )`);
    await runner.query(
      `CREATE TRIGGER tariff_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON tariff FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE tariff`);
  }
}
