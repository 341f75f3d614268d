import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tests and repetitions of a webhook are counted by the hour; deliveries are listed, and events of a period are found again. */
export class LimitWebhookCalls1763600011150 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE webhook ADD COLUMN tested_at timestamptz[] NOT NULL DEFAULT '{}'`);
    await runner.query(`ALTER TABLE webhook ADD COLUMN resent_at timestamptz[] NOT NULL DEFAULT '{}'`);
    await runner.query(`CREATE INDEX webhook_delivery_webhook_id_id_idx ON webhook_delivery (webhook_id, id)`);
    // Events are appended in the order of time, so a few bytes for each megabyte of them are enough, and writing them costs nothing.
    await runner.query(`CREATE INDEX event_recorded_at_idx ON event USING brin (recorded_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX event_recorded_at_idx`);
    await runner.query(`DROP INDEX webhook_delivery_webhook_id_id_idx`);
    await runner.query(`ALTER TABLE webhook DROP COLUMN resent_at, DROP COLUMN tested_at`);
  }
}
