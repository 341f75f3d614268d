import type { Route } from '../../gateway/call/route-rules.js';
import type { Text } from '../../common/language.js';
import type { TestFault } from '../../gateway/faults/test-fault.interceptor.js';

export const PLACE = ':\\w+|\\{\\w+\\}';

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

export function parseFault(name: string): TestFault | null {
  const slowMs = Number(SLOW.exec(name)?.[1] ?? Infinity);
  return slowMs <= MAX_SLOW_MS ? { slowMs } : (NAMED.find((known) => known === name) ?? null);
}
