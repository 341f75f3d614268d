import type { MigrationInterface, QueryRunner } from 'typeorm';

const ADD_TRACEPARENT = `
  ALTER TABLE event ADD COLUMN traceparent text DEFAULT nullif(current_setting('gateway.traceparent', true), '');
  COMMENT ON COLUMN event.traceparent IS 'Span of the call that caused it (W3C Trace Context), which its deliveries continue. Null without telemetry.';`;

/** Adds the span that caused an event. */
export class AddEventTraces1764000095000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ADD_TRACEPARENT);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE event DROP COLUMN traceparent');
  }
}
