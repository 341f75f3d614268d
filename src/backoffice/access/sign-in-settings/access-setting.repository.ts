import type { Role } from '../../../identity/user.service.js';
import { getRow, type Transaction } from '../../../store/store.js';

const READ = `SELECT value FROM access_setting WHERE key = 'secondFactorRoles'`;

export async function readSecondFactorRoles(tx: Transaction): Promise<Role[]> {
  return getRow(await tx.query<{ value: Role[] }>(READ)).value;
}

export async function lockSecondFactorRoles(tx: Transaction): Promise<Role[]> {
  return getRow(await tx.query<{ value: Role[] }>(`${READ} FOR UPDATE`)).value;
}

export async function saveSecondFactorRoles(tx: Transaction, roles: readonly Role[], at: Date): Promise<void> {
  await tx.query(`UPDATE access_setting SET value = $1, updated_at = $2 WHERE key = 'secondFactorRoles'`, [JSON.stringify(roles), at]);
}

export async function isSecondFactorRequired(tx: Transaction, role: Role): Promise<boolean> {
  return (await readSecondFactorRoles(tx)).includes(role);
}
