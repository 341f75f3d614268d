import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Figures of the whole business, folded from what is written anyway (ADR-19). What each application adds to them is kept beside the sums, so that a
 * look at an application that changed gives the difference. The first fold goes through all applications that there are, in parts.
 */
export class CreateOverview1763600014100 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner);
    await noteWhatHasNoEvent(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER suspense_item_touch_overview ON suspense_item`);
    await runner.query(`DROP TRIGGER application_touch_overview ON application`);
    await runner.query(`DROP FUNCTION touch_refunded_application, touch_deleted_applications`);
    await runner.query(`DROP TABLE overview_progress, overview_touch, overview_total, overview_share`);
  }
}

async function createTables(runner: QueryRunner): Promise<void> {
  // No foreign key: what an application added is taken off after it was deleted.
  await runner.query(`
    CREATE TABLE overview_share (
      application_id bigint NOT NULL,
      agent_code text NOT NULL,
      line text NOT NULL,
      shares jsonb NOT NULL,
      CONSTRAINT overview_share_pkey PRIMARY KEY (application_id)
    )`);
  await runner.query(`
    CREATE TABLE overview_total (
      agent_code text NOT NULL,
      part text NOT NULL,
      key text NOT NULL,
      line text NOT NULL,
      count bigint NOT NULL,
      gross numeric(18,2) NOT NULL,
      net numeric(18,2) NOT NULL,
      oldest timestamptz,
      CONSTRAINT overview_total_pkey PRIMARY KEY (agent_code, part, key, line)
    )`);
  await runner.query(`
    CREATE TABLE overview_touch (
      id bigint GENERATED ALWAYS AS IDENTITY,
      application_id bigint NOT NULL,
      CONSTRAINT overview_touch_pkey PRIMARY KEY (id)
    )`);
  await runner.query(`
    CREATE TABLE overview_progress (
      id smallint NOT NULL DEFAULT 1,
      position bigint NOT NULL,
      filled_to bigint,
      as_of timestamptz,
      CONSTRAINT overview_progress_pkey PRIMARY KEY (id),
      CONSTRAINT overview_progress_id_check CHECK (id = 1),
      CONSTRAINT overview_progress_as_of_check CHECK (filled_to IS NULL OR as_of IS NULL)
    )`);
  // Whatever is written from here on gets a later position.
  await runner.query(`
    INSERT INTO overview_progress (position, filled_to)
    SELECT last_position, CASE WHEN EXISTS (SELECT FROM application) THEN 0 END FROM event_epoch ORDER BY id DESC LIMIT 1`);
}

/** Money in suspense that is owed to the customer again, and the reset of an agent of the sandbox. Neither is on the way of an agent's write. */
async function noteWhatHasNoEvent(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION touch_deleted_applications() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO overview_touch (application_id) SELECT id FROM gone;
      RETURN NULL;
    END $$`);
  await runner.query(`
    CREATE TRIGGER application_touch_overview AFTER DELETE ON application REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION touch_deleted_applications()`);
  await runner.query(`
    CREATE FUNCTION touch_refunded_application() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO overview_touch (application_id) VALUES (NEW.application_id);
      RETURN NULL;
    END $$`);
  await runner.query(`
    CREATE TRIGGER suspense_item_touch_overview AFTER UPDATE OF resolution ON suspense_item FOR EACH ROW
    WHEN (NEW.resolution = 'REFUND' AND NEW.application_id IS NOT NULL) EXECUTE FUNCTION touch_refunded_application()`);
}
