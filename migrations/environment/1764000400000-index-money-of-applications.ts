import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isSandbox } from '../schema.js';

/**
 * Indexes bank payments, suspense and messages by application in production too. Without them each transfer of a bank
 * file without a payment code, each timeline and each resolution read whole tables.
 */
export class IndexMoneyOfApplications1764000400000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    // The sandbox has them for its resets.
    if (await isSandbox(runner)) return;
    await runner.query(`
      CREATE INDEX bank_advice_application_id_idx ON bank_advice (application_id) WHERE application_id IS NOT NULL;
      CREATE INDEX suspense_item_application_id_idx ON suspense_item (application_id) WHERE application_id IS NOT NULL;
      CREATE INDEX suspense_item_resolved_application_id_idx ON suspense_item (resolved_application_id) WHERE resolved_application_id IS NOT NULL;
      CREATE INDEX staff_message_application_id_idx ON staff_message (application_id) WHERE application_id IS NOT NULL;
      CREATE INDEX staff_message_suspense_id_idx ON staff_message (suspense_id) WHERE suspense_id IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await isSandbox(runner)) return;
    await runner.query(`
      DROP INDEX bank_advice_application_id_idx, suspense_item_application_id_idx, suspense_item_resolved_application_id_idx,
        staff_message_application_id_idx, staff_message_suspense_id_idx`);
  }
}
