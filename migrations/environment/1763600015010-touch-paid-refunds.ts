import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is paid out of a refund, or comes back, has no event: the overview is told of its application. */
export class TouchPaidRefunds1763600015010 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TRIGGER refund_touch_overview AFTER UPDATE OF status ON refund FOR EACH ROW
      WHEN (NEW.application_id IS NOT NULL AND (NEW.status = 'PAID') <> (OLD.status = 'PAID')) EXECUTE FUNCTION touch_refunded_application()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER refund_touch_overview ON refund`);
  }
}
