import type { IncomingMessage } from 'node:http';
import type { Text } from '../../common/language.js';
import { isWaitingForContinue } from '../body/body-reader.js';
import { parseAbsoluteForm } from '../call/target.js';

export interface HeadViolation {
  readonly status: 400 | 417;
  readonly text: Text;
}

// Name or address with an optional port. Narrower than RFC 3986.
const HOST = /^(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d{0,5})?$/i;
const CONTINUE = '100-continue';

const NO_HOST: HeadViolation = { status: 400, text: { el: 'Λείπει η κεφαλίδα Host.', en: 'The Host header is missing.' } };
const BAD_HOST: HeadViolation = {
  status: 400,
  text: { el: 'Η κεφαλίδα Host πρέπει να είναι μία και έγκυρη.', en: 'The request must have exactly one valid Host header.' },
};
const UNKNOWN_EXPECTATION: HeadViolation = {
  status: 417,
  text: { el: 'Από την κεφαλίδα Expect υποστηρίζεται μόνο το 100-continue.', en: 'The Expect header supports only 100-continue.' },
};

const CHUNKED_UPGRADE: HeadViolation = {
  status: 400,
  text: {
    el: 'Κλήση με κεφαλίδα Upgrade δεν μπορεί να έχει σώμα σε τμήματα (Transfer-Encoding).',
    en: 'A request with an Upgrade header cannot have a chunked body (Transfer-Encoding).',
  },
};

/** Finds a duplicate `Host`, which a proxy may read differently (RFC 9112), and unknown expectations. */
export function findHeadViolation(request: IncomingMessage): HeadViolation | null {
  const { host } = request.headers;
  if (host === undefined) {
    if (request.httpVersion !== '1.0') return NO_HOST;
  } else if (!HOST.test(host) || hasTwoHosts(request)) return BAD_HOST;
  // On an upgrade Node ignores invalid chunks, and the body would never end.
  if (request.headers.upgrade !== undefined && request.headers['transfer-encoding'] !== undefined) return CHUNKED_UPGRADE;
  return hasUnknownExpectation(request) ? UNKNOWN_EXPECTATION : null;
}

/** Replaces an absolute target by its path, and the header by its host (RFC 9112). */
export function applyAbsoluteForm(request: IncomingMessage): HeadViolation | null {
  const split = parseAbsoluteForm(request.url ?? '');
  if (split === null) return null;
  const [host, target] = split;
  if (!HOST.test(host)) return BAD_HOST;
  request.headers.host = host;
  request.url = target;
  return null;
}

/** Whether an unread body or another protocol may follow the request. */
export function shouldCloseConnection(request: IncomingMessage): boolean {
  return request.headers.upgrade !== undefined || isWaitingForContinue(request);
}

function hasUnknownExpectation(request: IncomingMessage): boolean {
  return isWaitingForContinue(request) && request.headers.expect?.toLowerCase() !== CONTINUE;
}

/** Node's `headers` contains only the first of two. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let lines = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') lines += 1;
  }
  return lines > 1;
}
