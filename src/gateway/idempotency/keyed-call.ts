import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { isRecord } from '../../common/validation/checks.js';
import type { Call, KeyOwner } from '../call/call.js';
import { IDEMPOTENCY_KEY, MAX_KEY_CHARACTERS } from '../call/headers.js';
import { parseTarget } from '../call/target.js';

const PRINTABLE = /^[\x20-\x7e]+$/;
const MALFORMED = {
  el: `Το κλειδί επανάληψης έχει 1 έως ${MAX_KEY_CHARACTERS} εκτυπώσιμους χαρακτήρες ASCII.`,
  en: `An idempotency key has 1 to ${MAX_KEY_CHARACTERS} printable ASCII characters.`,
};

export interface KeyedCall {
  readonly scope: Buffer;
  readonly fingerprint: Buffer;
  readonly owner: KeyOwner;
  readonly path: string;
}

export function buildKeyedCall(call: Call, owner: KeyOwner, request: Request): KeyedCall {
  const key = String(request.headers[IDEMPOTENCY_KEY.toLowerCase()]).trim();
  if (!PRINTABLE.test(key) || key.length > MAX_KEY_CHARACTERS)
    throw DomainError.ofViolations([{ path: IDEMPOTENCY_KEY, code: ErrorCode.INVALID, text: MALFORMED }]);
  const [path, search] = parseTarget(request.url);
  return {
    scope: calculateDigest([...owner.scope, call.environment, key]),
    fingerprint: calculateDigest([request.method, path, removeApiKey(search), getBody(call, request)]),
    owner,
    path,
  };
}

function getBody({ rules }: Call, { body, headers }: Request): unknown {
  if (rules?.readsJson === true) return body;
  return rules?.readsType === true ? headers['content-type'] : null;
}

function calculateDigest(value: readonly unknown[]): Buffer {
  return createHash('sha256').update(JSON.stringify(value, withSortedKeys)).digest();
}

function withSortedKeys(_key: string, value: unknown): unknown {
  return isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))) : value;
}

/** A program may repeat a call with another key. */
function removeApiKey(search: string): string {
  const query = new URLSearchParams(search);
  query.delete('api_key');
  return query.toString();
}
