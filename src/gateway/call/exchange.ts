import type { IncomingMessage } from 'node:http';
import { maskIban } from '../../common/identifiers.js';
import type { RecordedBody, RecordedExchange } from '../../store/entities/call-log.entity.js';

export const MAX_RECORDED_BYTES = 8 * 1024;
const MAX_HEADER_CHARACTERS = 200;
/** Headers without a key, a token or a cookie. */
const HEADERS = ['accept-language', 'content-type', 'idempotency-key', 'if-match', 'user-agent', 'x-request-id'];

const HIDDEN = '•••';
const SECRET = /("(?:[\w-]*(?:password|secret|token)|(?:api|user)[-_]?key)"\s*:\s*")(?:[^"\\]|\\.)*/gi;
/** Has the form of a key or token, in any field. */
const KEY = /(?<![\w-])[\w-]{40,}/g;
const CUSTOMER_LINK = /(\/c\/)[\w-]{20,}/g;
/** Not a payment code, which begins with RF. */
const IBAN = /"((?!RF)[A-Z]{2}\d{2}[A-Z0-9 ]{10,34}[A-Z0-9])"/gi;

/** JSON of a call in the sandbox, for the request log (console.192). */
export class Exchange {
  private request: Buffer | null = null;
  private response: Buffer | null = null;

  setRequest(bytes: Buffer): void {
    this.request = Buffer.from(bytes.subarray(0, MAX_RECORDED_BYTES + 1));
  }

  setResponse(text: string): void {
    this.response = Buffer.from(text.slice(0, MAX_RECORDED_BYTES + 1));
  }

  toRecord({ headers, method }: Pick<IncomingMessage, 'headers' | 'method'>): RecordedExchange {
    return {
      headers: HEADERS.flatMap((name) => {
        const value = headers[name];
        return value === undefined ? [] : [{ name, value: hideSecrets(String(value).slice(0, MAX_HEADER_CHARACTERS)) }];
      }),
      request: toRecordedBody(this.request),
      response: method === 'HEAD' ? null : toRecordedBody(this.response),
    };
  }
}

function toRecordedBody(bytes: Buffer | null): RecordedBody | null {
  if (bytes === null) return null;
  const cut = bytes.length > MAX_RECORDED_BYTES;
  // Decoding a stream leaves out a character that the cut divides.
  const text = new TextDecoder().decode(bytes.subarray(0, MAX_RECORDED_BYTES), { stream: cut });
  return { text: hideSecrets(text), cut };
}

function hideSecrets(text: string): string {
  return text
    .replace(SECRET, `$1${HIDDEN}`)
    .replace(KEY, HIDDEN)
    .replace(CUSTOMER_LINK, `$1${HIDDEN}`)
    .replace(IBAN, (_, iban: string) => `"${maskIban(iban)}"`)
    .replaceAll('\0', '\uFFFD');
}
