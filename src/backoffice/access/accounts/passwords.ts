import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';

/** Stored format: `scrypt$15$8$3$<salt>$<hash>`. It contains the parameters, so that they can be raised later. */
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const MEMORY_MARGIN = 2;

interface Parameters {
  readonly log2N: number;
  readonly blockSize: number;
  readonly parallel: number;
}

const CURRENT: Parameters = { log2N: 15, blockSize: 8, parallel: 3 };

/** Uses the same parameters for all passwords, because a faster check would reveal accounts. */
export async function hashPassword(password: string): Promise<string> {
  const { log2N, blockSize, parallel } = CURRENT;
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, HASH_BYTES, CURRENT);
  return ['scrypt', log2N, blockSize, parallel, salt.toString('base64'), hash.toString('base64')].join('$');
}

/** Takes the same time without a stored password, so that nobody can discover accounts. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [scheme, log2N, blockSize, parallel, salt = '', hash = ''] = (stored ?? '').split('$');
  if (scheme !== 'scrypt') {
    await derive(password, Buffer.alloc(SALT_BYTES), HASH_BYTES, CURRENT);
    return false;
  }
  const expected = Buffer.from(hash, 'base64');
  const parameters = { log2N: Number(log2N), blockSize: Number(blockSize), parallel: Number(parallel) };
  const actual = await derive(password, Buffer.from(salt, 'base64'), expected.length, parameters);
  return timingSafeEqual(actual, expected);
}

/** Normalizes the password, because keyboards produce different Unicode forms. */
function derive(password: string, salt: Buffer, length: number, { log2N, blockSize, parallel }: Parameters): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** log2N, r: blockSize, p: parallel, maxmem: MEMORY_MARGIN * 128 * blockSize * 2 ** log2N };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, length, options, (error, hash) => (error === null ? resolve(hash) : reject(error)));
  });
}
