import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who was asked for an amount is found by it: candidates for money in suspense (money.24). */
export class IndexPaymentCodesByAmount1763600016010 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX payment_code_amount_created_at_idx ON payment_code (amount, created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX payment_code_amount_created_at_idx');
  }
}
