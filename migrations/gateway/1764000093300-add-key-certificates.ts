import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets a key require a client certificate, which the proxy has checked (gateway.94). */
export class AddKeyCertificates1764000093300 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE api_key ADD COLUMN certificate_sha256 text,
        ADD CONSTRAINT api_key_certificate_sha256_check CHECK (certificate_sha256 ~ '^[0-9a-f]{64}$');
      COMMENT ON COLUMN api_key.certificate_sha256 IS 'SHA-256 of the client certificate that calls need, in hex; null: none.'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE api_key DROP COLUMN certificate_sha256`);
  }
}
