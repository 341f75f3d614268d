import { addDays, countDaysBetween, type LocalDate } from '../common/athens.js';
import { formatDate } from '../common/formats.js';
import { toDecimal, type Decimal } from '../common/money.js';
import type { Branch, Discount, Rate } from './tariff-model.js';

const MAX_DAYS_AHEAD = 90;

/** Value of a fact: a code, a flag ('0', '1'), an exact quantity, or a set of codes. */
export type FactValue = string | Decimal | readonly string[];

export const APPLICATION_FACTS = ['objectsCount', 'startDateInvalid', 'consentsMissing'] as const;

const COMMON_FACTS = ['covers', 'bundleAllowed', 'extraCoverInvalid', 'discountInvalid', 'referralDiscount'] as const;

export const FIRE_FACTS = [
  ...COMMON_FACTS,
  'kind',
  'subkind',
  'skeleton',
  'roof',
  'hazardClass',
  'prefecture',
  'seismicZone',
  'seismicYear',
  'pipingAge',
  'metersFromRiver',
  'hasBasementInsured',
  'hasGroundOrBelowInsured',
  'locks',
  'alarm',
  'claimsCount',
  'claimsAmount',
  'isOwner',
  'illegal',
  'hasFireProtection',
  'sumInsured',
  'insuredValuesCount',
  'groupsMixed',
  'yearsInvalid',
  'buildingSumPerSqm',
] as const;

export const MOTOR_FACTS = [
  ...COMMON_FACTS,
  'usage',
  'taxableHp',
  'engineCc',
  'powerInKw',
  'grossWeight',
  'postcodePrefix',
  'regionKnown',
  'bonusMalus',
  'bonusMalusInvalid',
  'bonusMalusBetterThanRegistry',
  'driverAge',
  'licenceYears',
  'licenceAge',
  'powerShortfall',
  'vehicleAge',
  'manufacturedAfterStart',
  'insuredValue',
  'deductible',
  'autonomousLevel',
  'plateValid',
  'vehicleDataMissing',
] as const;

export const GROUP_FACT = 'group';

export type ApplicationFact = (typeof APPLICATION_FACTS)[number];
export type FireFact = (typeof FIRE_FACTS)[number];
export type MotorFact = (typeof MOTOR_FACTS)[number];

export type FactValues<Name extends string = string> = Readonly<Record<Name, FactValue | undefined>>;

export interface Facts {
  readonly branch: Branch;
  readonly startDate: LocalDate;
  readonly payFrequencyInMonths: number;
  readonly application: FactValues;
  readonly describe?: (name: string) => string | undefined;
  readonly objects: readonly ObjectFacts[];
  readonly runningCovers?: ReadonlySet<string> | undefined;
}

export interface ObjectFacts {
  readonly where: string;
  readonly values: FactValues;
  readonly sums: readonly InsuredSum[];
  readonly selection: Selection;
  readonly discounts: readonly Discount[];
  readonly base?: { readonly usage: string; readonly electricForm: string | null };
  /** Rates a company's vehicle without a driver instead of the tables of drivers. */
  readonly fleetFactor?: Rate;
  readonly describe?: (name: string) => string | undefined;
}

export interface InsuredSum {
  readonly group: string | null;
  readonly amount: Decimal;
}

/** `isQuotation`: absent input has no effect, while in an application it is an error. */
export interface FactOptions {
  readonly isQuotation?: boolean;
}

export type Selection = ReadonlyMap<string, 'ALL' | ReadonlySet<string>>;

export function toFlag(is: boolean): '0' | '1' {
  return is ? '1' : '0';
}

export function toQuantity(value: number | string | Decimal | null | undefined): Decimal | undefined {
  return value === null || value === undefined ? undefined : toDecimal(value);
}

export function toPositiveQuantity(value: number | string | null | undefined): Decimal | undefined {
  const found = toQuantity(value);
  return found?.gt(0) ? found : undefined;
}

export function formatFact(value: FactValue | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  return isSet(value) ? value.join(' ') : value.toFixed();
}

export function isSet(value: FactValue): value is readonly string[] {
  return Array.isArray(value);
}

/** Value of the facts of a driver for a company's vehicle without one; the fleet factor rates it. */
export const FLEET = 'FLEET';

export function isStartDateInvalid(startDate: LocalDate, today: LocalDate): boolean {
  const daysAhead = countDaysBetween(today, startDate);
  return daysAhead < 0 || daysAhead > MAX_DAYS_AHEAD;
}

export function toDescription(
  values: Readonly<Record<string, () => string | number | null | undefined>>,
): (name: string) => string | undefined {
  return (name) => {
    const value = values[name]?.();
    return value === undefined || value === null ? undefined : String(value);
  };
}

export function describeStart(startDate: LocalDate, today: LocalDate): (name: string) => string | undefined {
  return toDescription({
    start: () => formatDate(startDate),
    firstStart: () => formatDate(today),
    lastStart: () => formatDate(addDays(today, MAX_DAYS_AHEAD)),
  });
}
