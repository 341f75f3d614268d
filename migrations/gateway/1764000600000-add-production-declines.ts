import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets an administrator decline a request for production (backoffice.133). */
export class AddProductionDeclines1764000600000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE signup ADD COLUMN production_declined_at timestamptz, ADD COLUMN production_decline_reason text,
        ADD CONSTRAINT signup_production_declined_check CHECK ((production_declined_at IS NULL) = (production_decline_reason IS NULL));
      COMMENT ON COLUMN signup.production_declined_at IS 'When the request for production was declined; null again once the user asks anew.';
      COMMENT ON COLUMN signup.production_decline_reason IS 'Why, as the user reads it.'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE signup DROP COLUMN production_declined_at, DROP COLUMN production_decline_reason');
  }
}
