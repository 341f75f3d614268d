import type { IncomingMessage } from 'node:http';
import type { Text } from '../../common/language.js';
import { expectsContinue } from '../body/body-reader.js';
import { splitAbsoluteForm } from '../call/target.js';

/** Why a request must be refused by the rules of HTTP, whatever its route. */
export interface HeadFault {
  readonly status: 400 | 417;
  readonly text: Text;
}

// A name or an address with its port. The grammar of RFC 3986 also allows commas and percent escapes, which no name of a host has.
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

/** Two hosts may be two services to two servers (RFC 9112); an expectation that is not met is refused (RFC 9110). */
export function headFault(request: IncomingMessage): HeadFault | null {
  const { host } = request.headers;
  if (host === undefined) {
    if (request.httpVersion !== '1.0') return NO_HOST;
  } else if (!HOST.test(host) || hasTwoHosts(request)) return BAD_HOST;
  // Node's parser hides what is wrong with the chunks of a request for an upgrade: the body would never end.
  if (request.headers.upgrade !== undefined && request.headers['transfer-encoding'] !== undefined) return CHUNKED_UPGRADE;
  return hasUnknownExpectation(request) ? UNKNOWN_EXPECTATION : null;
}

/**
 * Makes of `GET http://host/path`, as proxies write it, what it stands for: the path as it was sent, and its host in place of the header's
 * (RFC 9112).
 */
export function takeAbsoluteForm(request: IncomingMessage): HeadFault | null {
  const split = splitAbsoluteForm(request.url ?? '');
  if (split === null) return null;
  const [host, target] = split;
  if (!HOST.test(host)) return BAD_HOST;
  request.headers.host = host;
  request.url = target;
  return null;
}

/**
 * Whether nothing can be read of the connection after this request: it would be open whether a body that was announced still comes after a
 * refusal, and after a request that asked for an upgrade node's parser takes what follows as the other protocol, and hangs.
 */
export function endsConnection(request: IncomingMessage): boolean {
  return request.headers.upgrade !== undefined || expectsContinue(request);
}

function hasUnknownExpectation(request: IncomingMessage): boolean {
  return expectsContinue(request) && request.headers.expect?.toLowerCase() !== CONTINUE;
}

/** Of two lines node's `headers` has the first. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let lines = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') lines += 1;
  }
  return lines > 1;
}
