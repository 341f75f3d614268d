import type { Route } from '../../gateway/call/route-rules.js';
import type { Text } from '../../common/language.js';
import type { TestFault } from '../../gateway/faults/test-fault.interceptor.js';

/** Path parameter, `{id}` or `:id`, as a regular expression for JavaScript and Postgres. */
export const PLACE = ':\\w+|\\{\\w+\\}';

/** Lists the names that match a route (sandbox.18): its path or a beginning up to a slash, also with the method. */
export function listRouteNames({ method, template }: Pick<Route, 'method' | 'template'>): string[] {
  const path = normalizeRoute(template);
  const beginnings = Array.from(path.matchAll(/\//g), ({ index }) => path.slice(0, index + 1));
  return [path, ...beginnings].flatMap((name) => [name, `${method} ${name}`]);
}

export function normalizeRoute(name: string): string {
  return name.replace(new RegExp(PLACE, 'g'), '{}');
}

const MAX_SLOW_MS = 30_000;
const NAMED = ['429', '500', '503', 'timeout'] as const;
const SLOW = /^slow=(\d{1,5})$/;
const NAMES = `${NAMED.join(', ')}, slow=N`;

export const NO_FAULT_NAME: Text = {
  el: `Επιτρέπονται: ${NAMES} (N χιλιοστά του δευτερολέπτου, έως ${MAX_SLOW_MS}).`,
  en: `Allowed are ${NAMES} (N milliseconds, at most ${MAX_SLOW_MS}).`,
};

/** Parses the name of a fault (sandbox.17); null for an unknown one. */
export function parseFault(name: string): TestFault | null {
  const slowMs = Number(SLOW.exec(name)?.[1] ?? Infinity);
  return slowMs <= MAX_SLOW_MS ? { slowMs } : (NAMED.find((known) => known === name) ?? null);
}
