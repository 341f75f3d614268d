import type { Transaction } from '../store/store.js';

// Revoked tokens are deleted, so enabling a key does not revive them. Own SQL: one statement for all (ADR-2).

export async function revokeTokensOfKey(tx: Transaction, apiKeyId: number): Promise<void> {
  await tx.query('DELETE FROM token WHERE api_key_id = $1', [apiKeyId]);
}

export async function revokeTokensOfUserKey(tx: Transaction, userKeyId: number): Promise<void> {
  await tx.query('DELETE FROM token WHERE user_key_id = $1', [userKeyId]);
}

export async function revokeTokensOfUser(tx: Transaction, userId: number): Promise<void> {
  await tx.query('DELETE FROM token USING user_key WHERE user_key.id = token.user_key_id AND user_key.user_id = $1', [userId]);
}
