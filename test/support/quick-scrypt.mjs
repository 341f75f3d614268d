/**
 * For a server process of a spec: every password is hashed, and checked, at the cost of `quickHash`, whatever the program asks for. Those of its demo take 1.3 s
 * else, and each sign-in 0.3 s.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { scrypt } = crypto;
crypto.scrypt = (password, salt, length, options, done) => scrypt(password, salt, length, { ...options, N: 2 ** 8, p: 1 }, done);
syncBuiltinESMExports();
