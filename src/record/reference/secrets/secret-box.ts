import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';

const ALGORITHM = 'aes-256-gcm';
const FORMAT = 1;
const FINGERPRINT_BYTES = 8;
export const HEAD_BYTES = 1 + FINGERPRINT_BYTES;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const NO_KEY = {
  el: 'Δεν μπορούν να αποθηκευτούν μυστικά έως ότου ο διαχειριστής του διακομιστή ορίσει το SECRETS_KEY.',
  en: 'The operator of the gateway must set SECRETS_KEY first: without it no secret can be stored.',
};

interface BoxKey {
  readonly key: Buffer;
  /** Format byte and fingerprint of the key, in front of what it seals. */
  readonly head: Buffer;
}

/** Bytes: format, 8 of the key's SHA-256, 12 random, 16 of GCM's tag, ciphertext (events.18, factors.4, money.19). */
export class SecretBox {
  private readonly keys: readonly BoxKey[];

  constructor(keys: readonly Buffer[]) {
    this.keys = keys.map((key) => ({ key, head: calculateHead(key) }));
  }

  get hasKey(): boolean {
    return this.keys.length > 0;
  }

  get heads(): readonly Buffer[] {
    return this.keys.map(({ head }) => head);
  }

  /** @throws DomainError UNAVAILABLE without a key */
  seal(secret: string): Buffer {
    const first = this.requireKey();
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, first.key, iv, { authTagLength: TAG_BYTES }).setAAD(first.head);
    const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([first.head, iv, cipher.getAuthTag(), text]);
  }

  requireKey(): BoxKey {
    const [first] = this.keys;
    if (first === undefined) throw new DomainError(ErrorCode.UNAVAILABLE, { text: NO_KEY });
    return first;
  }

  open(sealed: Buffer): string | null {
    const found = this.keys.find(({ head }) => head.equals(sealed.subarray(0, HEAD_BYTES)));
    if (found === undefined || sealed.length < HEAD_BYTES + IV_BYTES + TAG_BYTES) return null;
    const iv = sealed.subarray(HEAD_BYTES, HEAD_BYTES + IV_BYTES);
    const tag = sealed.subarray(HEAD_BYTES + IV_BYTES, HEAD_BYTES + IV_BYTES + TAG_BYTES);
    const decipher = createDecipheriv(ALGORITHM, found.key, iv, { authTagLength: TAG_BYTES }).setAAD(found.head).setAuthTag(tag);
    try {
      return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES + IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
    } catch {
      return null;
    }
  }

  knows(sealed: Buffer): boolean {
    return this.keys.some(({ head }) => head.equals(sealed.subarray(0, HEAD_BYTES)));
  }

  isCurrent(sealed: Buffer): boolean {
    return this.keys[0]?.head.equals(sealed.subarray(0, HEAD_BYTES)) === true;
  }
}

function calculateHead(key: Buffer): Buffer {
  const fingerprint = createHash('sha256').update(key).digest().subarray(0, FINGERPRINT_BYTES);
  return Buffer.concat([Buffer.of(FORMAT), fingerprint]);
}
