import type { MigrationInterface, QueryRunner } from 'typeorm';

/** User-keys: a user's consent that a program acts in their name (auth.9). Deleted ones stay as rows and are never found again. */
export class CreateUserKey1763600001200 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE user_key (
        id integer GENERATED ALWAYS AS IDENTITY,
        user_id integer NOT NULL,
        program_id integer NOT NULL,
        key_hash bytea NOT NULL,
        prefix text NOT NULL,
        enabled boolean NOT NULL DEFAULT true,
        created_at timestamptz NOT NULL,
        deleted_at timestamptz,
        CONSTRAINT user_key_pkey PRIMARY KEY (id),
        CONSTRAINT user_key_key_hash_key UNIQUE (key_hash),
        CONSTRAINT user_key_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user (id),
        CONSTRAINT user_key_program_id_fkey FOREIGN KEY (program_id) REFERENCES program (id),
        CONSTRAINT user_key_key_hash_check CHECK (octet_length(key_hash) = 32),
        CONSTRAINT user_key_prefix_check CHECK (prefix ~ '^[A-Za-z0-9]{6}$')
      )`);
    await runner.query(`CREATE INDEX user_key_user_id_idx ON user_key (user_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE user_key`);
  }
}
