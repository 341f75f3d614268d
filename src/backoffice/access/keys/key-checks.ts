import { isAddressOrBlock } from '../../../common/addresses.js';
import { ENVIRONMENTS } from '../../../common/environment.js';
import { type Check, buildCheck, isRecord, buildOneOfCheck } from '../../../common/validation/checks.js';
import { normalizeFingerprint } from '../../../gateway/call/client-certificate.js';
import { SERVICE_NAMES } from '../../../identity/service-name.js';

export const MAX_RATE = 10_000_000;

export const SERVICE_CHECK: Check = buildOneOfCheck(SERVICE_NAMES);
export const ENVIRONMENT_CHECK: Check = buildOneOfCheck(ENVIRONMENTS);

export const ADDRESS_CHECK: Check = buildCheck(
  'address',
  { el: 'Διεύθυνση IP ή δίκτυο CIDR.', en: 'An IP address or a CIDR block.' },
  (value) => typeof value === 'string' && isAddressOrBlock(value),
);

export const FINGERPRINT_CHECK: Check = buildCheck(
  'fingerprint',
  { el: 'SHA-256 πιστοποιητικού: 64 δεκαεξαδικά ψηφία.', en: 'The SHA-256 of a certificate: 64 hex digits.' },
  (value) => typeof value === 'string' && normalizeFingerprint(value) !== null,
);

export const SERVICE_RATES_CHECK: Check = buildCheck(
  'serviceRates',
  { el: `Όρια ανά υπηρεσία: ακέραιοι από 1 έως ${MAX_RATE}.`, en: `Limits by service name: whole numbers from 1 to ${MAX_RATE}.` },
  (value) => isRecord(value) && Object.entries(value).every(([service, rate]) => isServiceRate(service, rate)),
);

function isServiceRate(service: string, rate: unknown): boolean {
  const isRate = typeof rate === 'number' && Number.isInteger(rate) && rate >= 1 && rate <= MAX_RATE;
  return isRate && (SERVICE_NAMES as readonly string[]).includes(service);
}

export const DEFAULT_TERMS = { status: 'active', ipAddresses: [], ratePerHour: null, ratePerDay: null, serviceRates: {} } as const;
