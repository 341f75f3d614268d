import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The end of a policy before its time, as the act of its cancellation tells it: one of each policy, with a number of its own. Policies that ended before
 * this table have none. It goes with its application, which only a reset of the sandbox deletes.
 */
export class CreateCancellations1763600014500 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE SEQUENCE act_no_seq`);
    await runner.query(`
      CREATE TABLE cancellation (
        act_no bigint NOT NULL DEFAULT nextval('act_no_seq'),
        application_id bigint NOT NULL,
        kind text NOT NULL,
        cover_ends date NOT NULL,
        cancelled_at timestamptz NOT NULL,
        CONSTRAINT cancellation_pkey PRIMARY KEY (act_no),
        CONSTRAINT cancellation_application_id_key UNIQUE (application_id),
        CONSTRAINT cancellation_application_id_fkey FOREIGN KEY (application_id) REFERENCES application (id) ON DELETE CASCADE,
        CONSTRAINT cancellation_kind_check CHECK (kind IN ('CANCELLATION', 'WITHDRAWAL', 'NON_PAYMENT'))
      )`);
    await runner.query(`ALTER SEQUENCE act_no_seq OWNED BY cancellation.act_no`);
    await runner.query(
      `CREATE TRIGGER cancellation_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON cancellation FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE cancellation`);
  }
}
