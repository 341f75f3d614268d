import { isIP } from 'node:net';
import type { Text } from '../../../common/language.js';
import type { NetworkRules } from './network-rules.js';

/** Characters of an address. */
export const MAX_WEBHOOK_URL_LENGTH = 2000;

const HTTPS_PORT = 443;
const HTTP_PORT = 80;
const LAST_RESERVED_PORT = 1023;

/** Port that the URL leads to. */
export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? HTTPS_PORT : HTTP_PORT;
}

/** Host of the URL as a connection takes it: an IPv6 address without its brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/**
 * What speaks against an address for webhooks (events.15); null: nothing that can be seen before a connection is made. What a name leads to is
 * judged at every connection.
 */
export function webhookUrlFault(text: string, rules: NetworkRules): Text | null {
  if (text.length > MAX_WEBHOOK_URL_LENGTH) return FAULTS.length;
  // What a reader of URLs would quietly change is none.
  if (!/^[^\s\\]+$/.test(text) || !URL.canParse(text)) return FAULTS.format;
  const url = new URL(text);
  const { protocol } = url;
  if (protocol !== 'https:' && protocol !== 'http:') return FAULTS.protocol;
  if (protocol === 'http:' && !rules.allowsHttp) return FAULTS.protocol;
  // Also an empty one, of which the parsed URL says nothing.
  if (/^\w+:\/*[^/?]*@/.test(text)) return FAULTS.userinfo;
  if (text.includes('#')) return FAULTS.fragment;
  const port = portOf(url);
  if (port !== HTTPS_PORT && port <= LAST_RESERVED_PORT) return FAULTS.port;
  if (rules.isOwnHost(url.hostname)) return FAULTS.network;
  const host = hostOf(url);
  return isIP(host) !== 0 && !rules.permits(host, port, protocol) ? FAULTS.network : null;
}

const FAULTS = {
  length: {
    el: `Η διεύθυνση έχει έως ${MAX_WEBHOOK_URL_LENGTH} χαρακτήρες.`,
    en: `A URL has at most ${MAX_WEBHOOK_URL_LENGTH} characters.`,
  },
  format: { el: 'Δεν είναι διεύθυνση URL.', en: 'This is not a URL.' },
  protocol: { el: 'Η διεύθυνση αρχίζει με https://.', en: 'The URL must begin with https://.' },
  userinfo: { el: 'Η διεύθυνση δεν περιέχει χρήστη ή κωδικό.', en: 'The URL must not hold a user or password.' },
  fragment: { el: 'Η διεύθυνση δεν περιέχει #.', en: 'The URL must not hold a #.' },
  port: { el: 'Η θύρα είναι 443 ή μεγαλύτερη από 1023.', en: 'The port must be 443 or above 1023.' },
  network: {
    el: 'Σε αυτή τη διεύθυνση δεν στέλνονται ειδοποιήσεις.',
    en: 'Webhooks are not sent to this address.',
  },
} as const satisfies Record<string, Text>;
