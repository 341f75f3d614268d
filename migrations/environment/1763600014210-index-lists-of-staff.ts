import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the lists of staff are found and sorted by, of every agent (backoffice.14). None is of a name or of JSON, which would cost an insert most, and none of
 * when it last moved: each update would have to write all indexes then.
 */
export class IndexListsOfStaff1763600014210 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX application_status_id_idx ON application (status, id)`);
    await runner.query(`CREATE INDEX application_created_at_id_idx ON application (created_at, id)`);
    await runner.query(`CREATE INDEX application_start_date_id_idx ON application (start_date, id)`);
    await runner.query(`CREATE INDEX application_end_date_id_idx ON application (end_date, id)`);
    await runner.query(`CREATE INDEX application_gross_id_idx ON application (gross NULLS FIRST, id)`);
    await runner.query(`DROP INDEX application_status_idx`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX application_status_idx ON application (status, id) WHERE status IN ('30', '11')`);
    await runner.query(
      `DROP INDEX application_status_id_idx, application_created_at_id_idx, application_start_date_id_idx, application_end_date_id_idx,
        application_gross_id_idx`,
    );
  }
}
