import type { Transaction } from '../store/store.js';

// A token that is refused only while something is disabled would live again when that is enabled: what is revoked is gone for good.
// SQL of our own: one statement for all tokens, however many (ADR-2).

export async function revokeTokensOfKey(tx: Transaction, apiKeyId: number): Promise<void> {
  await tx.query('DELETE FROM token WHERE api_key_id = $1', [apiKeyId]);
}

export async function revokeTokensOfUserKey(tx: Transaction, userKeyId: number): Promise<void> {
  await tx.query('DELETE FROM token WHERE user_key_id = $1', [userKeyId]);
}

export async function revokeTokensOfUser(tx: Transaction, userId: number): Promise<void> {
  await tx.query('DELETE FROM token USING user_key WHERE user_key.id = token.user_key_id AND user_key.user_id = $1', [userId]);
}
