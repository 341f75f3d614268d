import { randomInt } from 'node:crypto';
import { hashSecret } from '../../../identity/secret.js';

export const RECOVERY_CODES = 10;
/** Without letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;

export function createRecoveryCode(): string {
  const createGroup = (): string => Array.from({ length: GROUP_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
  return Array.from({ length: GROUPS }, createGroup).join('-');
}

export function hashRecoveryCode(code: string): Buffer {
  return hashSecret(code.toUpperCase().replace(/[^A-Z0-9]/g, ''));
}
