import { isIP } from 'node:net';
import type { Text } from '../../../../common/language.js';
import type { NetworkRules } from './network-rules.js';

export const MAX_WEBHOOK_URL_LENGTH = 2000;

const HTTPS_PORT = 443;
const HTTP_PORT = 80;
const LAST_RESERVED_PORT = 1023;
/** Loopback everywhere (RFC 6761). */
const LOCALHOST = /^(?:.*\.)?localhost\.?$/;

export function getPort(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? HTTPS_PORT : HTTP_PORT;
}

export function getHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/** The addresses of a name are checked at every connection (events.15). */
export function validateWebhookUrl(text: string, rules: NetworkRules): Text | null {
  if (text.length > MAX_WEBHOOK_URL_LENGTH) return VIOLATIONS.length;
  // URL parsers change backslashes and blanks without an error.
  if (!/^[^\s\\]+$/.test(text) || !URL.canParse(text)) return VIOLATIONS.format;
  const url = new URL(text);
  const { protocol } = url;
  if (protocol !== 'https:' && protocol !== 'http:') return VIOLATIONS.protocol;
  const host = getHost(url);
  const address = LOCALHOST.test(host) ? '127.0.0.1' : host;
  if (rules.isOwnHost(url.hostname)) return VIOLATIONS.own;
  if (isIP(address) !== 0 && !rules.allows(address, getPort(url), 'https:')) return VIOLATIONS.network;
  if (protocol === 'http:' && !rules.allowsHttp) return VIOLATIONS.protocol;
  // Also finds an empty user, which the parsed URL does not have.
  if (/^\w+:\/*[^/?]*@/.test(text)) return VIOLATIONS.userinfo;
  if (text.includes('#')) return VIOLATIONS.fragment;
  const port = getPort(url);
  if (port !== HTTPS_PORT && port <= LAST_RESERVED_PORT) return protocol === 'http:' ? VIOLATIONS.httpPort : VIOLATIONS.port;
  return isIP(address) !== 0 && !rules.allows(address, port, protocol) ? VIOLATIONS.protocol : null;
}

const VIOLATIONS = {
  length: {
    el: `Η διεύθυνση έχει έως ${MAX_WEBHOOK_URL_LENGTH} χαρακτήρες.`,
    en: `A URL has at most ${MAX_WEBHOOK_URL_LENGTH} characters.`,
  },
  format: { el: 'Δεν είναι διεύθυνση URL.', en: 'This is not a URL.' },
  protocol: { el: 'Η διεύθυνση αρχίζει με https://.', en: 'The URL must begin with https://.' },
  userinfo: { el: 'Η διεύθυνση δεν περιέχει χρήστη ή κωδικό.', en: 'The URL must not hold a user or password.' },
  fragment: { el: 'Η διεύθυνση δεν περιέχει #.', en: 'The URL must not hold a #.' },
  port: { el: 'Η θύρα είναι 443 ή μεγαλύτερη από 1023.', en: 'The port must be 443 or above 1023.' },
  httpPort: {
    el: 'Η διεύθυνση αρχίζει με https://. Με http:// γίνεται δεκτή μόνο θύρα μεγαλύτερη από 1023, π.χ. http://localhost:3000.',
    en: 'The URL must begin with https://. With http:// only a port above 1023 is accepted, such as http://localhost:3000.',
  },
  network: {
    el: 'Η διεύθυνση είναι ιδιωτική ή δεσμευμένη (π.χ. localhost, 10.x, 192.168.x). Δηλώστε διεύθυνση του διαδικτύου.',
    en: 'The address is private or reserved (such as localhost, 10.x or 192.168.x). Use an address on the public internet.',
  },
  own: {
    el: 'Η διεύθυνση είναι της ίδιας της πύλης. Δηλώστε τη διεύθυνση του δικού σας συστήματος.',
    en: 'The address is that of the gateway itself. Use the address of your own system.',
  },
} as const satisfies Record<string, Text>;
