import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock.js';
import { Store, type Transaction } from '../../../store/store.js';
import { createRecoveryCode, hashRecoveryCode, RECOVERY_CODES } from './recovery-codes.js';
import type { StoredPasskey } from './passkeys.js';

export interface StoredTotp {
  readonly secret: Buffer;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
}

export interface ListedPasskey extends StoredPasskey {
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export interface UserFactors {
  readonly totp: StoredTotp | null;
  readonly passkeys: readonly ListedPasskey[];
  readonly recoveryCodesLeft: number;
}

type NewPasskey = Omit<StoredPasskey, 'id'> & { readonly name: string };

type RunQuery = <Row>(text: string, values: readonly unknown[]) => Promise<Row[]>;

// Tables name their schema, because two administrators remove factors in a transaction of an environment.
const PASSKEY = `
  SELECT id, user_id AS "userId", credential_id AS "credentialId", public_key AS "publicKey", sign_count AS "signCount", transports, name,
    created_at AS "createdAt", last_used_at AS "lastUsedAt"
  FROM gateway.staff_passkey`;
const FIND_TOTP = `
  SELECT secret, created_at AS "createdAt", last_used_at AS "lastUsedAt" FROM gateway.staff_totp WHERE user_id = $1`;
const SAVE_TOTP = `
  INSERT INTO gateway.staff_totp (user_id, secret, last_step, created_at, last_used_at) VALUES ($1, $2, $3, $4, $4)
  ON CONFLICT (user_id) DO UPDATE SET secret = $2, last_step = $3, created_at = $4, last_used_at = $4`;
// Two calls with the same code: the second waits for the first, and finds the step used.
const USE_STEP = `
  UPDATE gateway.staff_totp SET last_step = $3, last_used_at = $4 WHERE user_id = $1 AND secret = $2 AND last_step < $3 RETURNING 1 AS used`;
const INSERT_PASSKEY = `
  INSERT INTO gateway.staff_passkey (user_id, credential_id, public_key, sign_count, transports, name, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (credential_id) DO NOTHING RETURNING id`;
const USE_PASSKEY = `
  UPDATE gateway.staff_passkey SET sign_count = $3, last_used_at = $4 WHERE id = $1 AND sign_count = $2 RETURNING 1 AS used`;
const INSERT_CODES = `
  INSERT INTO gateway.staff_recovery_code (user_id, code_hash, created_at) SELECT $1, hash, $3 FROM unnest($2::bytea[]) AS hash`;

@Injectable()
export class FactorRepository {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
  ) {}

  find(userId: number): Promise<UserFactors> {
    return findFactors((text, values) => this.store.query('gateway', text, values), userId);
  }

  findIn(tx: Transaction, userId: number): Promise<UserFactors> {
    return findFactors((text, values) => tx.query(text, values), userId);
  }

  async findPasskey(credentialId: string): Promise<StoredPasskey | null> {
    const values = [Buffer.from(credentialId, 'base64url')];
    const [found] = await this.store.query<StoredPasskey>('gateway', `${PASSKEY} WHERE credential_id = $1`, values);
    return found ?? null;
  }

  async saveTotp(tx: Transaction, userId: number, secret: Buffer, step: number): Promise<void> {
    await tx.query(SAVE_TOTP, [userId, secret, step, this.clock.now()]);
  }

  /** Returns false if the step or a later one was used before. */
  async useTotpStep(tx: Transaction, userId: number, secret: Buffer, step: number): Promise<boolean> {
    return (await tx.query(USE_STEP, [userId, secret, step, this.clock.now()])).length === 1;
  }

  async deleteTotp(tx: Transaction, userId: number): Promise<boolean> {
    return (await tx.query('DELETE FROM gateway.staff_totp WHERE user_id = $1 RETURNING 1 AS deleted', [userId])).length === 1;
  }

  async insertPasskey(
    tx: Transaction,
    { userId, credentialId, publicKey, signCount, transports, name }: NewPasskey,
  ): Promise<number | null> {
    const values = [userId, credentialId, publicKey, signCount, transports, name, this.clock.now()];
    const [inserted] = await tx.query<{ id: number }>(INSERT_PASSKEY, values);
    return inserted?.id ?? null;
  }

  /** Returns false if the passkey was removed or used by another call meanwhile. */
  async usePasskey(tx: Transaction, { id, signCount }: StoredPasskey, newCount: number): Promise<boolean> {
    return (await tx.query(USE_PASSKEY, [id, signCount, newCount, this.clock.now()])).length === 1;
  }

  async deletePasskey(tx: Transaction, userId: number, id: number): Promise<boolean> {
    const deleted = await tx.query('DELETE FROM gateway.staff_passkey WHERE user_id = $1 AND id = $2 RETURNING 1 AS deleted', [userId, id]);
    return deleted.length === 1;
  }

  async replaceRecoveryCodes(tx: Transaction, userId: number): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, createRecoveryCode);
    await deleteRecoveryCodes(tx, userId);
    await tx.query(INSERT_CODES, [userId, codes.map(hashRecoveryCode), this.clock.now()]);
    return codes;
  }

  async useRecoveryCode(tx: Transaction, userId: number, code: string): Promise<boolean> {
    const text = 'DELETE FROM gateway.staff_recovery_code WHERE user_id = $1 AND code_hash = $2 RETURNING 1 AS used';
    return (await tx.query(text, [userId, hashRecoveryCode(code)])).length === 1;
  }
}

/** Also deletes the sessions and sign-ins that they opened. */
export async function deleteFactorsOf(tx: Transaction, userId: number): Promise<void> {
  for (const table of ['staff_totp', 'staff_passkey', 'staff_recovery_code', 'factor_challenge', 'staff_session'])
    await tx.query(`DELETE FROM gateway.${table} WHERE user_id = $1`, [userId]);
}

export async function deleteRecoveryCodes(tx: Transaction, userId: number): Promise<void> {
  await tx.query('DELETE FROM gateway.staff_recovery_code WHERE user_id = $1', [userId]);
}

export function hasFactor({ totp, passkeys }: UserFactors): boolean {
  return totp !== null || passkeys.length > 0;
}

async function findFactors(run: RunQuery, userId: number): Promise<UserFactors> {
  const [totp = null] = await run<StoredTotp>(FIND_TOTP, [userId]);
  const passkeys = await run<ListedPasskey>(`${PASSKEY} WHERE user_id = $1 ORDER BY id`, [userId]);
  const [codes] = await run<{ left: number }>('SELECT count(*) AS left FROM gateway.staff_recovery_code WHERE user_id = $1', [userId]);
  return { totp, passkeys, recoveryCodesLeft: codes?.left ?? 0 };
}
