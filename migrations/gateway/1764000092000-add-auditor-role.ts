import type { MigrationInterface, QueryRunner } from 'typeorm';
import { allowValues, disallowValues } from '../allowed-values.js';

const ROLES = { table: 'app_user', column: 'role', constraint: 'app_user_role_check' };

/** Allows users with the role `auditor`, who read everything and change nothing. */
export class AddAuditorRole1764000092000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await allowValues(runner, ROLES, ['auditor']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE app_user SET role = 'underwriter', status = 'disabled' WHERE role = 'auditor'`);
    await disallowValues(runner, ROLES, ['auditor']);
  }
}
