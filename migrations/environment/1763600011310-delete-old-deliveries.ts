import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deliveries that ended long ago are found by when they ended. */
export class DeleteOldDeliveries1763600011310 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX webhook_delivery_ended_at_idx ON webhook_delivery (ended_at) WHERE ended_at IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX webhook_delivery_ended_at_idx`);
  }
}
