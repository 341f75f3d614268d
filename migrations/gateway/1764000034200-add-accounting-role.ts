import type { MigrationInterface, QueryRunner } from 'typeorm';
import { allowValues, disallowValues } from '../allowed-values.js';

const ROLES = { table: 'app_user', column: 'role', constraint: 'app_user_role_check' };

/** Allows users with the role `accounting`, who read the books. */
export class AddAccountingRole1764000034200 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await allowValues(runner, ROLES, ['accounting']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE app_user SET role = 'issuing', status = 'disabled' WHERE role = 'accounting'`);
    await disallowValues(runner, ROLES, ['accounting']);
  }
}
