/**
 * Passwords are hashed, and checked, at the cost of `quickHash`, whatever the program asks for: those of its demo take
 * 1.3 s else, and each sign-in 0.3 s. For a server process of a spec by its import, for one in a spec's own process by
 * the environment of the specs.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { scrypt } = crypto;
const quickScrypt = (password, salt, length, options, done) => scrypt(password, salt, length, { ...options, N: 2 ** 8, p: 1 }, done);

export function hashQuickly(isQuick) {
  crypto.scrypt = isQuick ? quickScrypt : scrypt;
  syncBuiltinESMExports();
}

hashQuickly(true);
