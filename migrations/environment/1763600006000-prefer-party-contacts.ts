import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One preferred contact of each type, and that one in use; a contact can be searched for. */
export class PreferPartyContacts1763600006000 implements MigrationInterface {
  static readonly isAdditive = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE UNIQUE INDEX party_contact_preferred_key ON party_contact (party_id, agent_code, contact_type) WHERE preferred`,
    );
    await runner.query(`ALTER TABLE party_contact ADD CONSTRAINT party_contact_preferred_check CHECK (in_use OR NOT preferred)`);
    await runner.query(`CREATE INDEX party_contact_contact_idx ON party_contact (lower(contact))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX party_contact_contact_idx`);
    await runner.query(`ALTER TABLE party_contact DROP CONSTRAINT party_contact_preferred_check`);
    await runner.query(`DROP INDEX party_contact_preferred_key`);
  }
}
