import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Devices that a user of the back office signed in from, by the SHA-256 of what each was given then. Rows go 180 days after the last sign-in. */
export class CreateStaffDevice1763600010400 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE staff_device (
        id bigint GENERATED ALWAYS AS IDENTITY,
        user_id integer NOT NULL,
        token_hash bytea NOT NULL,
        created_at timestamptz NOT NULL,
        last_used_at timestamptz NOT NULL,
        CONSTRAINT staff_device_pkey PRIMARY KEY (id),
        CONSTRAINT staff_device_token_hash_key UNIQUE (token_hash),
        CONSTRAINT staff_device_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user (id) ON DELETE CASCADE,
        CONSTRAINT staff_device_token_hash_check CHECK (octet_length(token_hash) = 32),
        CONSTRAINT staff_device_last_used_at_check CHECK (last_used_at >= created_at)
      )`);
    await runner.query(`CREATE INDEX staff_device_user_id_idx ON staff_device (user_id)`);
    await runner.query(`CREATE INDEX staff_device_last_used_at_idx ON staff_device (last_used_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE staff_device`);
  }
}
