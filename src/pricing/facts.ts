import type { LocalDate } from '../common/athens.js';
import { decimal, type Decimal } from '../common/money.js';
import type { Branch, Discount } from './tariff-model.js';

/** What a rule compares and a table is keyed by: a code or flag ('0', '1'), an exact quantity, or a set of codes. */
export type FactValue = string | Decimal | readonly string[];

/** The names a tariff may use (rating.1); a fact without a value is missing. */
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
  'vehicleAge',
  'manufacturedAfterStart',
  'insuredValue',
  'deductible',
  'autonomousLevel',
  'plateValid',
  'vehicleDataMissing',
] as const;

/** The insured group of a line; a key of tables only. */
export const GROUP_FACT = 'group';

export type ApplicationFact = (typeof APPLICATION_FACTS)[number];
export type FireFact = (typeof FIRE_FACTS)[number];
export type MotorFact = (typeof MOTOR_FACTS)[number];

export type FactValues<Name extends string = string> = Readonly<Record<Name, FactValue | undefined>>;

/** Everything that a calculation reads of a risk. Built by `fireFacts` or `motorFacts`; nothing else reaches the engine. */
export interface Facts {
  readonly branch: Branch;
  readonly startDate: LocalDate;
  /** 12, 6 or 3. */
  readonly payFrequencyInMonths: number;
  readonly application: FactValues;
  readonly objects: readonly ObjectFacts[];
}

/** One insured object; the vehicle is one. */
export interface ObjectFacts {
  /** Its place in the application as messages name it: `objects_insured[0]`, or `application` for a vehicle. */
  readonly where: string;
  readonly values: FactValues;
  /** In input order; a vehicle has one without group. */
  readonly sums: readonly InsuredSum[];
  readonly selection: Selection;
  /** The requested discounts whose conditions hold, each once. */
  readonly discounts: readonly Discount[];
  /** Which table of an `amountTable` keys the vehicle. */
  readonly base?: { readonly usage: string; readonly electricForm: string | null };
}

export interface InsuredSum {
  readonly group: string | null;
  readonly amount: Decimal;
}

/** How facts are drawn up. A quotation carries less than an application: what it leaves out is neutral there instead of a fault. */
export interface FactOptions {
  readonly isQuotation?: boolean;
}

/** The selected covers: for every insured group that the cover lists, or for the named groups only. */
export type Selection = ReadonlyMap<string, 'ALL' | ReadonlySet<string>>;

export function flag(is: boolean): '0' | '1' {
  return is ? '1' : '0';
}

export function quantity(value: number | string | Decimal | null | undefined): Decimal | undefined {
  return value === null || value === undefined ? undefined : decimal(value);
}

/** A quantity where 0 says that it is not known. */
export function positiveQuantity(value: number | string | null | undefined): Decimal | undefined {
  const found = quantity(value);
  return found?.gt(0) ? found : undefined;
}

/** The text of a fact as a table's key; '' when it is missing. */
export function factText(value: FactValue | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  return isSet(value) ? value.join(' ') : value.toFixed();
}

export function isSet(value: FactValue): value is readonly string[] {
  return Array.isArray(value);
}
