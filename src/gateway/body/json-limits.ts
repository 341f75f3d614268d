import { randomInt } from 'node:crypto';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';

export const MAX_JSON_LEVELS = 20;
/** Above the largest application, and parsed in less than 50 ms. */
const MAX_VALUES = 100_000;
const MAX_OBJECTS_AND_ARRAYS = 20_000;
const MAX_NAMES = 1000;

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const [OPENING_BRACKET, CLOSING_BRACKET, OPENING_BRACE, CLOSING_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];

const TOO_DEEP = {
  el: `Το σώμα της κλήσης έχει πάνω από ${MAX_JSON_LEVELS} επίπεδα.`,
  en: `The request body has more than ${MAX_JSON_LEVELS} levels.`,
};

// Prevents callers from choosing names that collide.
const SEED = randomInt(1, 2 ** 31);

/** Refuses what would block while it is parsed: 1 MiB of brackets takes 250 ms. */
export function checkJsonSize(bytes: Uint8Array): void {
  const names = new Set<number>();
  let [level, containers, values, name] = [0, 0, 1, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]!) {
      case QUOTE: {
        name = SEED;
        for (at += 1; at < bytes.length && bytes[at] !== QUOTE; at += 1) {
          name = Math.imul(name ^ bytes[at]!, 0x01000193);
          if (bytes[at] === BACKSLASH) at += 1;
        }
        break;
      }
      case COLON:
        if (names.add(name).size > MAX_NAMES) throw new DomainError(ErrorCode.BODY_TOO_LARGE);
        break;
      case COMMA:
        if ((values += 1) > MAX_VALUES) throw new DomainError(ErrorCode.BODY_TOO_LARGE);
        break;
      case OPENING_BRACKET:
      case OPENING_BRACE:
        if ((level += 1) > MAX_JSON_LEVELS) throw new DomainError(ErrorCode.BAD_JSON, { text: TOO_DEEP });
        if ((containers += 1) > MAX_OBJECTS_AND_ARRAYS) throw new DomainError(ErrorCode.BODY_TOO_LARGE);
        break;
      case CLOSING_BRACKET:
      case CLOSING_BRACE:
        level -= 1;
    }
  }
}

const DANGEROUS_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

export function deleteDangerousNames(container: object): void {
  if (Array.isArray(container)) {
    for (const item of container as unknown[]) if (typeof item === 'object' && item !== null) deleteDangerousNames(item);
    return;
  }
  for (const name of Object.keys(container)) {
    const value = (container as Record<string, unknown>)[name];
    if (DANGEROUS_NAMES.has(name)) Reflect.deleteProperty(container, name);
    else if (typeof value === 'object' && value !== null) deleteDangerousNames(value);
  }
}
