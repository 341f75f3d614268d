import type { MigrationInterface, QueryRunner } from 'typeorm';
import { PRIVACY_NOTICE } from '../privacy-notice.js';

/** Adds the privacy notice to the legal texts (customer.9). */
export class AddPrivacyNotice1764000061500 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE setting SET value = jsonb_set(value, '{privacyNotice}', $1::jsonb) WHERE key = 'legalTexts'`, [
      JSON.stringify(PRIVACY_NOTICE),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE setting SET value = value - 'privacyNotice' WHERE key = 'legalTexts'`);
  }
}
