import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceInFunction, type Replacements } from '../functions.js';

/** Adds runs, which amend many policies in the same way. */
export class CreateAmendmentRuns1764000051000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
    await replaceInFunction(runner, 'erase_applications', ERASURES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceInFunction(
      runner,
      'erase_applications',
      ERASURES.map(([before, after]) => [after, before]),
    );
    await runner.query(DOWN);
  }
}

/** The texts of errors may contain values of the application. */
const ERASURES: Replacements = [
  [
    `    UPDATE amendment_transition t SET reason = NULL FROM amendment m`,
    `    UPDATE amendment_run_policy p SET faults = NULL WHERE p.application_id = ANY (named) AND p.faults IS NOT NULL;
    UPDATE amendment_transition t SET reason = NULL FROM amendment m`,
  ],
];

const UP = `
  CREATE TABLE amendment_run (
    id bigint GENERATED ALWAYS AS IDENTITY,
    state text NOT NULL DEFAULT 'CALCULATING',
    line text NOT NULL,
    filter jsonb NOT NULL,
    changes jsonb NOT NULL,
    kind text NOT NULL,
    effective_date date NOT NULL,
    reason text NOT NULL,
    policy_count integer NOT NULL DEFAULT 0,
    figures jsonb,
    created_by_id bigint NOT NULL,
    created_by text NOT NULL,
    created_at timestamptz NOT NULL,
    started_by text,
    started_at timestamptz,
    ended_at timestamptz,
    leased_until timestamptz,
    CONSTRAINT amendment_run_pkey PRIMARY KEY (id),
    CONSTRAINT amendment_run_state_check CHECK (state IN ('CALCULATING', 'CALCULATED', 'RUNNING', 'STOPPED', 'DONE')),
    CONSTRAINT amendment_run_kind_check CHECK (kind IN ('CHANGE', 'CLAUSE', 'CORRECTION')),
    CONSTRAINT amendment_run_started_check CHECK ((started_at IS NULL) = (started_by IS NULL) AND (state NOT IN ('RUNNING', 'DONE') OR started_at IS NOT NULL)),
    CONSTRAINT amendment_run_figures_check CHECK (state IN ('CALCULATING', 'RUNNING') OR figures IS NOT NULL)
  );
  COMMENT ON TABLE amendment_run IS 'A change of many policies by amendments: its policies, first calculated, then amended. Written by: amendment runs.';
  COMMENT ON COLUMN amendment_run.changes IS 'New values by path; a path may name several elements of a list.';
  COMMENT ON COLUMN amendment_run.figures IS 'Counts and sums by result; null while it works.';

  CREATE TABLE amendment_run_policy (
    run_id bigint NOT NULL,
    application_id bigint NOT NULL,
    step smallint NOT NULL DEFAULT 0,
    result text,
    amendment_no smallint,
    yearly numeric(14,2),
    due numeric(14,2),
    faults jsonb,
    CONSTRAINT amendment_run_policy_pkey PRIMARY KEY (run_id, application_id),
    CONSTRAINT amendment_run_policy_run_id_fkey FOREIGN KEY (run_id) REFERENCES amendment_run (id),
    CONSTRAINT amendment_run_policy_application_id_fkey FOREIGN KEY (application_id) REFERENCES application (id) ON DELETE CASCADE,
    CONSTRAINT amendment_run_policy_step_check CHECK (step IN (0, 1, 2) AND (step = 0) = (result IS NULL)),
    CONSTRAINT amendment_run_policy_result_check CHECK (result IN ('ISSUED', 'UNPAID', 'REFERRED', 'UNCHANGED', 'REFUSED'))
  ) WITH (fillfactor = 70);
  COMMENT ON TABLE amendment_run_policy IS 'A policy of an amendment run with its result. Written by: amendment runs.';
  COMMENT ON COLUMN amendment_run_policy.step IS '0 waits, 1 is calculated, 2 is amended.';
  COMMENT ON COLUMN amendment_run_policy.result IS 'Calculated by the dry run, then replaced by what the run did.';
  COMMENT ON COLUMN amendment_run_policy.yearly IS 'Difference of the yearly premium.';
  COMMENT ON COLUMN amendment_run_policy.due IS 'Amount to pay now; below zero it is given back.';
  CREATE INDEX amendment_run_policy_application_id_idx ON amendment_run_policy (application_id);

  ALTER TABLE amendment ADD COLUMN run_id bigint,
    ADD CONSTRAINT amendment_run_id_fkey FOREIGN KEY (run_id) REFERENCES amendment_run (id);
  COMMENT ON COLUMN amendment.run_id IS 'The run that created it; null for an amendment of its own.';
  CREATE UNIQUE INDEX amendment_run_id_application_id_key ON amendment (run_id, application_id) WHERE run_id IS NOT NULL;
  -- What reports find by its time.
  CREATE INDEX amendment_issued_at_idx ON amendment (issued_at, id) WHERE issued_at IS NOT NULL;
  CREATE INDEX amendment_reversed_at_idx ON amendment (reversed_at, id) WHERE reversed_at IS NOT NULL;`;

const DOWN = `
  DROP INDEX amendment_run_id_application_id_key, amendment_issued_at_idx, amendment_reversed_at_idx;
  ALTER TABLE amendment DROP COLUMN run_id;
  DROP TABLE amendment_run_policy, amendment_run;`;
