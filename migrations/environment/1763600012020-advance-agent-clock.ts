import type { MigrationInterface, QueryRunner } from 'typeorm';

const TYPES = [
  'application.status_changed',
  'underwriting.decided',
  'policy.issued',
  'policy.renewed',
  'policy.lapsed',
  'policy.cancelled',
  'policy.expired',
  'receipt.created',
  'receipt.paid',
  'receipt.cancelled',
  'document.created',
  'service_request.updated',
];

/** Clocks that advance: which process works on one, and the event of its end. */
export class AdvanceAgentClock1763600012020 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE agent_clock ADD COLUMN leased_until timestamptz`);
    await allow(runner, [...TYPES, 'clock.ready']);
    await runner.query(`
      CREATE FUNCTION note_clock_event() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO event (type, at, agent_code, data)
        VALUES ('clock.ready', NEW.frozen_at, NEW.agent_code,
          json_build_object('frozen_time', to_char(NEW.frozen_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')));
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER agent_clock_note_event AFTER UPDATE OF state ON agent_clock
      FOR EACH ROW WHEN (OLD.state = 'advancing' AND NEW.state = 'ready') EXECUTE FUNCTION note_clock_event()`);
  }

  /** Fails where such an event is: no event goes. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER agent_clock_note_event ON agent_clock`);
    await runner.query(`DROP FUNCTION note_clock_event()`);
    await allow(runner, TYPES);
    await runner.query(`ALTER TABLE agent_clock DROP COLUMN leased_until`);
  }
}

async function allow(runner: QueryRunner, types: readonly string[]): Promise<void> {
  const names = types.map((type) => `'${type}'`).join(', ');
  await runner.query(`ALTER TABLE event DROP CONSTRAINT event_type_check, ADD CONSTRAINT event_type_check CHECK (type IN (${names}))`);
}
