import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Up to which position events were deleted by their age. The oldest one kept does not tell: a reset of an agent of the sandbox takes away events of any
 * age, and a cursor of another agent is not too old for that (events.7).
 */
export class MarkEventsDeletedByAge1763600012310 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE event_epoch ADD COLUMN aged_until bigint NOT NULL DEFAULT 0`);
    await runner.query(`
      UPDATE event_epoch SET aged_until = coalesce((SELECT min(position) - 1 FROM event_position), last_position)
      WHERE id = (SELECT max(id) FROM event_epoch)`);
    await replaceDeletion(
      runner,
      `, marked AS (
        UPDATE event_epoch SET aged_until = o.last
        FROM (
          SELECT max(position) AS last FROM oldest
          WHERE recorded_at < recorded_before AND NOT EXISTS (SELECT FROM oldest k WHERE k.recorded_at >= recorded_before AND k.position < oldest.position)) AS o
        WHERE id = (SELECT max(id) FROM event_epoch) AND o.last > aged_until)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceDeletion(runner, '');
    await runner.query(`ALTER TABLE event_epoch DROP COLUMN aged_until`);
  }
}

async function replaceDeletion(runner: QueryRunner, mark: string): Promise<void> {
  await runner.query(`
    CREATE OR REPLACE FUNCTION delete_events(recorded_before timestamptz, most integer) RETURNS integer LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    DECLARE
      deleted integer;
    BEGIN
      PERFORM set_config('record.erasing', 'on', true);
      WITH oldest AS (
        SELECT p.position, e.id, e.recorded_at FROM event_position p JOIN event e ON e.id = p.event_id ORDER BY p.position LIMIT most),
      unplaced AS (DELETE FROM event_position WHERE position IN (SELECT position FROM oldest WHERE recorded_at < recorded_before))${mark}
      DELETE FROM event WHERE id IN (SELECT id FROM oldest WHERE recorded_at < recorded_before);
      GET DIAGNOSTICS deleted = ROW_COUNT;
      PERFORM set_config('record.erasing', '', true);
      RETURN deleted;
    END $$`);
}
