import type { IncomingMessage } from 'node:http';
import type { Text } from '../../common/language.js';
import { expectsContinue } from '../body/body-reader.js';
import { splitAbsoluteForm } from '../call/target.js';

/** Why a request is refused by the rules of HTTP. */
export interface HeadFault {
  readonly status: 400 | 417;
  readonly text: Text;
}

// A name or address with its port, narrower than RFC 3986.
const HOST = /^(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d{0,5})?$/i;
const CONTINUE = '100-continue';

const NO_HOST: HeadFault = { status: 400, text: { el: 'Λείπει η κεφαλίδα Host.', en: 'The Host header is missing.' } };
const BAD_HOST: HeadFault = {
  status: 400,
  text: { el: 'Η κεφαλίδα Host πρέπει να είναι μία και έγκυρη.', en: 'There must be one Host header, and a valid one.' },
};
const UNKNOWN_EXPECTATION: HeadFault = {
  status: 417,
  text: { el: 'Από την κεφαλίδα Expect υποστηρίζεται μόνο το 100-continue.', en: 'Of the Expect header only 100-continue is supported.' },
};

const CHUNKED_UPGRADE: HeadFault = {
  status: 400,
  text: {
    el: 'Κλήση με κεφαλίδα Upgrade δεν μπορεί να έχει σώμα σε τμήματα (Transfer-Encoding).',
    en: 'A request with an Upgrade header cannot have a body in chunks (Transfer-Encoding).',
  },
};

/** Rejects duplicate `Host` headers, which a proxy could read differently (RFC 9112), and unknown expectations (RFC 9110). */
export function findHeadFault(request: IncomingMessage): HeadFault | null {
  const { host } = request.headers;
  if (host === undefined) {
    if (request.httpVersion !== '1.0') return NO_HOST;
  } else if (!HOST.test(host) || hasTwoHosts(request)) return BAD_HOST;
  // With an upgrade Node's parser hides faulty chunks, and the body would never end.
  if (request.headers.upgrade !== undefined && request.headers['transfer-encoding'] !== undefined) return CHUNKED_UPGRADE;
  return hasUnknownExpectation(request) ? UNKNOWN_EXPECTATION : null;
}

/** Replaces a target in absolute form by its path, and the header by its host (RFC 9112). */
export function applyAbsoluteForm(request: IncomingMessage): HeadFault | null {
  const split = splitAbsoluteForm(request.url ?? '');
  if (split === null) return null;
  const [host, target] = split;
  if (!HOST.test(host)) return BAD_HOST;
  request.headers.host = host;
  request.url = target;
  return null;
}

/** Whether nothing can be read of the connection after this request: an unread body or another protocol may follow. */
export function endsConnection(request: IncomingMessage): boolean {
  return request.headers.upgrade !== undefined || expectsContinue(request);
}

function hasUnknownExpectation(request: IncomingMessage): boolean {
  return expectsContinue(request) && request.headers.expect?.toLowerCase() !== CONTINUE;
}

/** Node's `headers` has the first of two. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let lines = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') lines += 1;
  }
  return lines > 1;
}
