import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What somebody asked for who made a key for themselves: an administrator grants what goes beyond the sandbox. */
export class CreateSignup1763600004400 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE signup (
        api_key_id integer NOT NULL,
        email text NOT NULL,
        name text NOT NULL,
        environments text[] NOT NULL,
        created_at timestamptz NOT NULL,
        verified_at timestamptz,
        CONSTRAINT signup_pkey PRIMARY KEY (api_key_id),
        CONSTRAINT signup_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_key (id) ON DELETE CASCADE,
        CONSTRAINT signup_environments_check CHECK (environments <@ ARRAY['production', 'sandbox'])
      )`);
    await runner.query(`CREATE INDEX signup_created_at_idx ON signup (created_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE signup`);
  }
}
