import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Number of last transitions and transfers whose documents a former program may have left unprinted. */
const LATEST = 1_000;

export class CreatePrintTasks1764000081000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE);
    await runner.query(FILL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE print_task');
  }
}

const CREATE = `
  CREATE TABLE print_task (
    application_id bigint NOT NULL,
    leased_until timestamptz NOT NULL,
    CONSTRAINT print_task_pkey PRIMARY KEY (application_id),
    CONSTRAINT print_task_application_id_fkey FOREIGN KEY (application_id) REFERENCES application (id) ON DELETE CASCADE
  );
  COMMENT ON TABLE print_task IS 'An application whose new documents are to be printed. Written by: actions that need documents; deleted by the transaction that stores them.';
  COMMENT ON COLUMN print_task.leased_until IS 'Until then the node that committed or claimed the task prints it; afterwards any node does.';
  CREATE INDEX print_task_leased_until_idx ON print_task (leased_until);`;

const FILL = `
  INSERT INTO print_task (application_id, leased_until)
  SELECT DISTINCT a.id, statement_timestamp() FROM (
    (SELECT application_id FROM status_transition ORDER BY id DESC LIMIT ${LATEST})
    UNION ALL
    SELECT f.application_id FROM (SELECT refund_id FROM payout ORDER BY id DESC LIMIT ${LATEST}) p JOIN refund f ON f.id = p.refund_id) t
  JOIN application a ON a.id = t.application_id
  WHERE a.policy_no IS NOT NULL OR a.payment_code IS NOT NULL`;
