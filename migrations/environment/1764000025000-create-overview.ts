import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the figures of the overview, and the share of each application in them (ADR-19). */
export class CreateOverview1764000025000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION touch_refunded_application, touch_deleted_applications CASCADE;
      DROP TABLE overview_progress, overview_touch, overview_total, overview_share`);
  }
}

const UP = `
  -- No foreign key: what an application added is taken off after it was deleted.
  CREATE TABLE overview_share (
    application_id bigint NOT NULL,
    agent_code text NOT NULL,
    line text NOT NULL,
    shares jsonb NOT NULL,
    CONSTRAINT overview_share_pkey PRIMARY KEY (application_id)
  );
  COMMENT ON TABLE overview_share IS
    'The share of an application in the sums of the overview. Written by: the fold of the overview.';
  COMMENT ON COLUMN overview_share.shares IS 'Part, key, count, gross and net of each.';

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
  );
  COMMENT ON TABLE overview_total IS 'A figure of the overview, of one agent or of all together. Written by: the fold of the overview.';
  COMMENT ON COLUMN overview_total.agent_code IS 'Empty for all agents together.';
  COMMENT ON COLUMN overview_total.key IS 'Status, day, month, age or kind, depending on the part.';
  COMMENT ON COLUMN overview_total.line IS 'Empty if the figure has no line of business.';
  COMMENT ON COLUMN overview_total.oldest IS 'Start of the longest wait.';

  CREATE TABLE overview_touch (
    id bigint GENERATED ALWAYS AS IDENTITY,
    application_id bigint NOT NULL,
    CONSTRAINT overview_touch_pkey PRIMARY KEY (id)
  );
  COMMENT ON TABLE overview_touch IS
    'An application that the overview must count again although no event says so. Written by: triggers of application and suspense_item; the fold of the overview deletes.';

  CREATE TABLE overview_progress (
    id smallint NOT NULL DEFAULT 1,
    position bigint NOT NULL,
    filled_to bigint,
    as_of timestamptz,
    CONSTRAINT overview_progress_pkey PRIMARY KEY (id),
    CONSTRAINT overview_progress_id_check CHECK (id = 1),
    CONSTRAINT overview_progress_as_of_check CHECK (filled_to IS NULL OR as_of IS NULL)
  );
  COMMENT ON TABLE overview_progress IS 'The progress of the overview. One row. Written by: the fold of the overview.';
  COMMENT ON COLUMN overview_progress.position IS 'Position up to which the feed of events is folded.';
  COMMENT ON COLUMN overview_progress.filled_to IS 'Id up to which all applications were counted; null if all were.';
  COMMENT ON COLUMN overview_progress.as_of IS 'Time of the figures; null while they are filled.';
  INSERT INTO overview_progress (position) SELECT last_position FROM event_epoch;

  -- What has no event: the reset of an agent of the sandbox, money in suspense that is owed to the customer again, and refunds that are paid or come back.
  CREATE FUNCTION touch_deleted_applications() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO overview_touch (application_id) SELECT id FROM gone;
    RETURN NULL;
  END $$;
  CREATE TRIGGER application_touch_overview AFTER DELETE ON application REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION touch_deleted_applications();

  CREATE FUNCTION touch_refunded_application() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO overview_touch (application_id) VALUES (NEW.application_id);
    RETURN NULL;
  END $$;
  CREATE TRIGGER suspense_item_touch_overview AFTER UPDATE OF resolution ON suspense_item FOR EACH ROW
    WHEN (NEW.resolution = 'REFUND' AND NEW.application_id IS NOT NULL) EXECUTE FUNCTION touch_refunded_application();
  CREATE TRIGGER refund_touch_overview AFTER UPDATE OF status ON refund FOR EACH ROW
    WHEN (NEW.application_id IS NOT NULL AND (NEW.status = 'PAID') <> (OLD.status = 'PAID')) EXECUTE FUNCTION touch_refunded_application();`;
