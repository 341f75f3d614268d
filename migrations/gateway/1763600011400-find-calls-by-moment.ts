import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A request id begins with the moment of its call, by which the primary key finds it: the index of ids alone cost each call a write at a random place. */
export class FindCallsByMoment1763600011400 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX call_log_request_id_idx`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX call_log_request_id_idx ON call_log (request_id)`);
  }
}
