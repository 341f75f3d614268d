import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Failed sign-ins by account and address, for the back-off. What was typed as an account is kept as SHA-256 only: it may be a password in
 * the wrong field. No foreign key: accounts that do not exist are slowed down alike.
 */
export class CreateSignInAttempt1763600004200 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sign_in_attempt (
        account_hash bytea NOT NULL,
        network text NOT NULL,
        failures integer NOT NULL,
        last_at timestamptz NOT NULL,
        next_at timestamptz NOT NULL,
        CONSTRAINT sign_in_attempt_pkey PRIMARY KEY (account_hash, network),
        CONSTRAINT sign_in_attempt_account_hash_check CHECK (octet_length(account_hash) = 32),
        CONSTRAINT sign_in_attempt_failures_check CHECK (failures > 0)
      )`);
    await runner.query(`CREATE INDEX sign_in_attempt_last_at_idx ON sign_in_attempt (last_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE sign_in_attempt`);
  }
}
