import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates mails to users that are not sent yet, so that a killed process loses none. */
export class CreateAccountMails1764000320100 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE account_mail (
        id bigint GENERATED ALWAYS AS IDENTITY,
        mail bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        leased_until timestamptz,
        CONSTRAINT account_mail_pkey PRIMARY KEY (id)
      );
      COMMENT ON TABLE account_mail IS
        'A mail to a user that is not sent yet. Written by: sign-ups, invitations, links for passwords, and changes of factors; a sent mail is deleted.';
      COMMENT ON COLUMN account_mail.mail IS 'Address, subject and text, encrypted with SECRETS_KEY because of the link.';
      COMMENT ON COLUMN account_mail.leased_until IS 'Until then one node sends it.'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE account_mail');
  }
}
