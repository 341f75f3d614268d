import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The insurer's code at its motor insurers' bureau, which stands on green cards; none is 000 until the insurer sets it. */
export class SetGreenCardInsurer1763600014510 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`INSERT INTO setting (key, value, updated_at) VALUES ('greenCardInsurerCode', '"000"', now())`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM setting WHERE key = 'greenCardInsurerCode'`);
  }
}
