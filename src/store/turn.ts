import type { Transaction } from './transaction.js';

const KEY = `hashtextextended($1::text || ' ' || current_schema(), 0)`;
const LOCK = `SELECT pg_advisory_xact_lock(${KEY})`;
const LOCK_SHARED = `SELECT pg_advisory_xact_lock_shared(${KEY})`;
const TRY_LOCK = `SELECT pg_try_advisory_xact_lock(${KEY}) AS "isMine"`;

/** A turn is an advisory lock by name in the schema of the transaction, and ends with it. */

/** Holders with `isShared` have the turn at the same time. */
export async function lockTurn(tx: Transaction, name: string, isShared = false): Promise<void> {
  await tx.query(isShared ? LOCK_SHARED : LOCK, [name]);
}

export async function claimTurn(tx: Transaction, name: string): Promise<boolean> {
  const [row] = await tx.query<{ isMine: boolean }>(TRY_LOCK, [name]);
  return row?.isMine ?? false;
}
