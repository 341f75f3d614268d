import { isIP } from 'node:net';
import { ENVIRONMENTS } from '../../common/environment.js';
import { type Check, invalid, isRecord, oneOfCheck } from '../../common/validation/checks.js';
import { SERVICE_NAMES } from '../../services/auth/service-name.js';

export const MAX_RATE = 10_000_000;
const MAPPED = /^::ffff:\d/i;
const MAPPED_BITS = 96;

export const SERVICE_CHECK: Check = oneOfCheck(SERVICE_NAMES);
export const ENVIRONMENT_CHECK: Check = oneOfCheck(ENVIRONMENTS);

/** A single address or a CIDR block, IPv4 or IPv6. */
export const ADDRESS_CHECK: Check = invalid(
  'address',
  { el: 'Διεύθυνση IP ή δίκτυο CIDR.', en: 'An IP address or a CIDR block.' },
  (value) => typeof value === 'string' && isAddressOrBlock(value),
);

/** Calls per hour by service name. */
export const SERVICE_RATES_CHECK: Check = invalid(
  'serviceRates',
  { el: `Όρια ανά υπηρεσία: ακέραιοι από 1 έως ${MAX_RATE}.`, en: `Limits by service name: whole numbers from 1 to ${MAX_RATE}.` },
  (value) => isRecord(value) && Object.entries(value).every(([service, rate]) => isServiceRate(service, rate)),
);

function isServiceRate(service: string, rate: unknown): boolean {
  const isRate = typeof rate === 'number' && Number.isInteger(rate) && rate >= 1 && rate <= MAX_RATE;
  return isRate && (SERVICE_NAMES as readonly string[]).includes(service);
}

function isAddressOrBlock(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = address.includes('%') ? 0 : isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  // An IPv4 block written as IPv6: fewer bits than its prefix would mean every IPv4 address.
  const fewest = MAPPED.test(address) ? MAPPED_BITS : 0;
  return /^\d{1,3}$/.test(bits) && Number(bits) >= fewest && Number(bits) <= (family === 6 ? 128 : 32);
}
