import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isSandbox } from '../schema.js';

/** Indexes renewals in production too. The transfer of a portfolio read the whole table for each policy. */
export class IndexRenewals1764000710000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    // The sandbox has it for its resets.
    if (await isSandbox(runner)) return;
    await runner.query('CREATE INDEX application_renewal_of_idx ON application (renewal_of) WHERE renewal_of IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await isSandbox(runner)) return;
    await runner.query('DROP INDEX application_renewal_of_idx');
  }
}
