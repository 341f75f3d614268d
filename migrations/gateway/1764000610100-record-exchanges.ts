import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds headers and bodies of calls in the sandbox to the request log. */
export class RecordExchanges1764000610100 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE call_log ADD COLUMN exchange json;
      COMMENT ON COLUMN call_log.exchange IS
        'Headers and JSON bodies of a call in the sandbox, cut and without secrets; null in production and under load.'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE call_log DROP COLUMN exchange');
  }
}
