import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a pass of the publisher leaves over is found by id. A webhook that is deleted goes in parts, and its owner is told that it was disabled until
 * that is done. One that was disabled because a node had another key goes on: that concerns the node alone.
 */
export class BoundEventWork1763600011410 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE event_epoch ADD COLUMN first_left_id bigint`);
    await runner.query(`ALTER TABLE webhook ADD COLUMN deleted_at timestamptz, ADD COLUMN notice_due_at timestamptz`);
    await runner.query(`UPDATE webhook SET status = 'enabled', disabled_reason = NULL WHERE disabled_reason = 'SECRET_UNREADABLE'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE webhook DROP COLUMN notice_due_at, DROP COLUMN deleted_at`);
    await runner.query(`ALTER TABLE event_epoch DROP COLUMN first_left_id`);
  }
}
