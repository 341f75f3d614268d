import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What agents may upload: the limits, which the insurer sets, and what each agent has sent on its latest day. */
export class LimitUploads1763600010000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE upload_day (
        agent_code text NOT NULL,
        day date NOT NULL,
        bytes bigint NOT NULL,
        CONSTRAINT upload_day_pkey PRIMARY KEY (agent_code),
        CONSTRAINT upload_day_bytes_check CHECK (bytes >= 0)
      )`);
    await runner.query(`
      INSERT INTO setting (key, value, updated_at) VALUES
        ('documentsPerApplication', '100', now()),
        ('documentMegabytesPerApplication', '100', now()),
        ('documentMegabytesPerAgentDay', '2000', now())`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM setting
      WHERE key IN ('documentsPerApplication', 'documentMegabytesPerApplication', 'documentMegabytesPerAgentDay')`);
    await runner.query(`DROP TABLE upload_day`);
  }
}
