import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The ORM reads and compares only tables that have a primary key. */
export class KeyPartyIdKey1763600010500 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE party_id_key ADD CONSTRAINT party_id_key_pkey PRIMARY KEY (key)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE party_id_key DROP CONSTRAINT party_id_key_pkey`);
  }
}
