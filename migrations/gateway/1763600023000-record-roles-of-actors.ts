import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The audit record says in which role somebody did something (backoffice.80), and is found by it and by the address. */
export class RecordRolesOfActors1763600023000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE audit_entry ADD COLUMN role text`);
    await runner.query(`CREATE INDEX audit_entry_role_id_idx ON audit_entry (role, id)`);
    await runner.query(`CREATE INDEX audit_entry_actor_idx ON audit_entry (actor, id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX audit_entry_actor_idx`);
    await runner.query(`DROP INDEX audit_entry_role_id_idx`);
    await runner.query(`ALTER TABLE audit_entry DROP COLUMN role`);
  }
}
