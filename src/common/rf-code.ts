import { toDecimal, type Amount } from './money.js';

/** Payment code in ISO 11649 (money.6): `RF`, check digits (2), `9`, creditor (4), control digit, reference (15). */
const RF_CODE = /^RF(\d{2})(9\d{20})$/;
/** `RF00` in the digits of ISO 11649 (R = 27, F = 15). */
const RF_SUFFIX = '271500';
const CONTROL_WEIGHTS = [1, 7, 3] as const;
const CONTROL_ANY_AMOUNT = 8;
const CONTROL_STANDING = 9;
const MAX_APPLICATION_ID = 9_999_999_999;
const MAX_SEQUENCE = 99_999;

export interface RfCodeParts {
  readonly creditor: string;
  readonly reference15: string;
  readonly amount: Amount | null;
  readonly standing: boolean;
}

export function buildRfCode({ creditor, reference15, amount, standing }: RfCodeParts): string {
  if (!/^\d{4}$/.test(creditor)) throw new RangeError('The creditor code has four digits.');
  if (!/^\d{15}$/.test(reference15)) throw new RangeError('The payment reference has fifteen digits.');
  const body = `9${creditor}${calculateControlDigit(amount, standing)}${reference15}`;
  return `RF${checkDigits(body)}${body}`;
}

export function isRfCode(text: string): boolean {
  const [, digits, body] = RF_CODE.exec(text) ?? [];
  return body !== undefined && digits === checkDigits(body);
}

export function buildPaymentReference(applicationId: number, sequence: number): string {
  if (!isWhole(applicationId, MAX_APPLICATION_ID)) throw new RangeError('An application id has one to ten digits.');
  if (!isWhole(sequence, MAX_SEQUENCE)) throw new RangeError('A payment code sequence has one to five digits.');
  return `${String(applicationId).padStart(10, '0')}${String(sequence).padStart(5, '0')}`;
}

export function getApplicationDigits(rfCode: string): string {
  return rfCode.slice(10, 20);
}

function isWhole(value: number, max: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= max;
}

function checkDigits(body: string): string {
  return String(98n - (BigInt(body + RF_SUFFIX) % 97n)).padStart(2, '0');
}

function calculateControlDigit(amount: Amount | null, standing: boolean): number {
  if (standing && amount !== null) throw new RangeError('A standing payment code carries no amount.');
  if (standing) return CONTROL_STANDING;
  if (amount === null) return CONTROL_ANY_AMOUNT;
  const cents = toDecimal(amount).times(100);
  if (cents.lte(0) || !cents.eq(cents.round(0))) throw new RangeError('A payment code takes an amount above zero, to the cent.');
  const digits = [...cents.toFixed(0)].reverse();
  return digits.reduce((total, digit, place) => total + Number(digit) * getWeight(place), 0) % 8;
}

function getWeight(place: number): number {
  return CONTROL_WEIGHTS[place % CONTROL_WEIGHTS.length] ?? 0;
}
