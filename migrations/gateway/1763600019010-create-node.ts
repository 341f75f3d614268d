import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The processes that serve this database: each tells now and then that it lives. */
export class CreateNode1763600019010 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE node (
        id uuid NOT NULL,
        host text NOT NULL,
        pid integer NOT NULL,
        version text NOT NULL,
        started_at timestamptz NOT NULL,
        seen_at timestamptz NOT NULL,
        CONSTRAINT node_pkey PRIMARY KEY (id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE node`);
  }
}
