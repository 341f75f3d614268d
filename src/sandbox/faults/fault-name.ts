import type { Text } from '../../common/language.js';
import type { TestFault } from '../../gateway/faults/test-fault.interceptor.js';

const MAX_SLOW_MS = 30_000;
const NAMED = ['429', '500', '503', 'timeout'] as const;
const SLOW = /^slow=(\d{1,5})$/;
const NAMES = `${NAMED.join(', ')}, slow=N`;

export const NO_FAULT_NAME: Text = {
  el: `Επιτρέπονται: ${NAMES} (N χιλιοστά του δευτερολέπτου, έως ${MAX_SLOW_MS}).`,
  en: `Allowed are ${NAMES} (N milliseconds, at most ${MAX_SLOW_MS}).`,
};

/** Parses the name of a fault (sandbox.17); null for an unknown one. */
export function faultNamed(name: string): TestFault | null {
  const slowMs = Number(SLOW.exec(name)?.[1] ?? Infinity);
  return slowMs <= MAX_SLOW_MS ? { slowMs } : (NAMED.find((known) => known === name) ?? null);
}
