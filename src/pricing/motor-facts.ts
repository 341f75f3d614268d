import { getYear, type LocalDate } from '../common/athens.js';
import { formatDate } from '../common/formats.js';
import { toDecimal, roundToWhole, ZERO, type Decimal } from '../common/money.js';
import { isChassisNumber, isPlate } from '../common/plate.js';
import { parseCodes } from './code-list.js';
import {
  describeStart,
  FLEET,
  toDescription,
  toFlag,
  isStartDateInvalid,
  toPositiveQuantity,
  toQuantity,
  type ApplicationFact,
  type FactOptions,
  type Facts,
  type FactValues,
  type MotorFact,
} from './facts.js';
import type { MotorReference, MotorRisk } from './motor-risk.js';
import { validateDiscounts, toDiscountFacts, isAddable, isSwappable, buildSelection, type ExtraCover, type Swap } from './selection.js';
import type { Bundle, MotorTerms, Tariff, Usage } from './tariff-model.js';

const DEFAULT_DEDUCTIBLE = '500';
const POSTCODE = /^\d{5}$/;
const ADULT_AGE = 18;

type VehicleRisk = Omit<MotorRisk, 'bundleCode'>;

export type MotorFacts = Facts & { readonly objects: readonly [Facts['objects'][number]] };

/** Absent input becomes a missing fact (rating.1, rating.11). */
export function buildMotorFacts(
  risk: MotorRisk,
  tariff: Tariff,
  reference: MotorReference,
  today: LocalDate,
  options: FactOptions = {},
): MotorFacts {
  return buildMotorFactsByBundle(risk, tariff, reference, today, options)(risk.bundleCode);
}

export function buildMotorFactsByBundle(
  risk: VehicleRisk,
  tariff: Tariff,
  reference: MotorReference,
  today: LocalDate,
  options: FactOptions = {},
): (bundleCode: string) => MotorFacts {
  const terms = getMotorTerms(tariff);
  const vehicle = getVehicle(risk, terms, reference);
  const known = knownFacts(risk, vehicle, terms, reference, options);
  const describe = describeVehicle(risk, vehicle, terms, reference);
  const fleet = known.driverAge === FLEET && terms.fleetFactor ? { fleetFactor: terms.fleetFactor } : {};
  const application: FactValues<ApplicationFact> = {
    objectsCount: toDecimal(1),
    startDateInvalid: toFlag(isStartDateInvalid(risk.policyStartDate, today)),
    consentsMissing: undefined,
  };
  const sums = [{ group: null, amount: known.insuredValue ?? ZERO }];
  const base = { usage: risk.usageCode, electricForm: vehicle.measure === 'powerInKw' ? (vehicle.usage?.plateForm ?? 'car') : null };
  const extras = parseCodes(risk.extraCovers).map((cover) => ({ cover }));
  const swaps = risk.swappableCovers ?? [];
  const discountCodes = parseCodes(risk.discountCodes);
  return (bundleCode) => {
    const bundle = tariff.bundles.get(bundleCode);
    const selection = buildSelection(bundle, extras, swaps);
    const values: FactValues<MotorFact> = {
      ...known,
      covers: [...selection.keys()],
      bundleAllowed: toFlag(isBundleAllowed(bundle, risk.usageCode)),
      extraCoverInvalid: toFlag(!areAllowed(extras, swaps, bundle, tariff)),
    };
    const choice = validateDiscounts(discountCodes, tariff, values);
    const complete: FactValues<MotorFact> = Object.assign(values, toDiscountFacts(choice));
    return {
      branch: 'MOTOR',
      startDate: risk.policyStartDate,
      payFrequencyInMonths: risk.payFrequencyInMonths,
      application,
      describe: describeStart(risk.policyStartDate, today),
      objects: [{ where: 'application', values: complete, sums, selection, discounts: choice.accepted, base, describe, ...fleet }],
    };
  };
}

function areAllowed(extras: readonly ExtraCover[], swaps: readonly Swap[], bundle: Bundle | undefined, tariff: Tariff): boolean {
  return (
    extras.every((extra) => isAddable(extra, bundle, tariff, [])) &&
    swaps.every((swap) => bundle === undefined || isSwappable(bundle, swap))
  );
}

export function getMotorTerms(tariff: Tariff): MotorTerms {
  if (!tariff.motor) throw new TypeError(`${tariff.code} is not a vehicle tariff`);
  return tariff.motor;
}

interface Vehicle {
  readonly usage: Usage | undefined;
  readonly engineCc: Decimal | undefined;
  readonly powerInKw: Decimal | undefined;
  readonly grossWeight: Decimal | undefined;
  readonly measure: 'engineCc' | 'powerInKw' | 'grossWeight';
}

function getVehicle(risk: VehicleRisk, terms: MotorTerms, { model }: MotorReference): Vehicle {
  const usage = terms.usages.get(risk.usageCode);
  const fuelType = risk.fuelType ?? model?.fuelType ?? '';
  const isElectric = terms.electricFuelTypes.has(fuelType);
  return {
    usage,
    engineCc: toPositiveQuantity(risk.engineCc) ?? toPositiveQuantity(model?.engineCc),
    powerInKw: toPositiveQuantity(risk.powerInKw) ?? toPositiveQuantity(model?.powerInKw),
    grossWeight: toPositiveQuantity(risk.grossWeight) ?? toPositiveQuantity(model?.grossWeight),
    measure: usage?.measure === 'grossWeight' ? 'grossWeight' : isElectric ? 'powerInKw' : 'engineCc',
  };
}

function knownFacts(risk: VehicleRisk, vehicle: Vehicle, terms: MotorTerms, reference: MotorReference, { isQuotation }: FactOptions) {
  const { bonusMalus, driverBirthYear, driverLicenceDate, policyStartDate, regionPostcode } = risk;
  const { driverAsOf = policyStartDate, vehicleAsOf = policyStartDate } = risk;
  const { engineCc, powerInKw, grossWeight } = vehicle;
  const startYear = getYear(vehicleAsOf);
  const year = risk.manufactureYear ?? undefined;
  const isIdentified = isQuotation || (risk.makeCode && risk.modelCode);
  const isComplete = isIdentified && year !== undefined && vehicle[vehicle.measure] !== undefined;
  const level = String(risk.autonomousType ?? '');
  const fleet = isFleet(risk, reference, terms) ? FLEET : undefined;
  const postcode = typeof regionPostcode === 'string' && POSTCODE.test(regionPostcode) ? regionPostcode : undefined;
  // One literal with all facts is much faster to read and copy than one with spreads.
  return {
    usage: risk.usageCode,
    engineCc,
    powerInKw,
    grossWeight,
    taxableHp: taxableHp(risk, vehicle, terms),
    vehicleAge: year === undefined ? undefined : toDecimal(startYear - year),
    manufacturedAfterStart: toFlag(year !== undefined && year > startYear),
    vehicleDataMissing: toFlag(!isComplete),
    plateValid: isQuotation && !risk.plateNo ? undefined : toFlag(isIdentifiable(risk, vehicle, reference)),
    autonomousLevel: /^\d+$/.test(level) ? toDecimal(level) : undefined,
    driverAge: fleet ?? (typeof driverBirthYear === 'number' ? toDecimal(getYear(driverAsOf) - driverBirthYear) : undefined),
    licenceYears: fleet ?? (driverLicenceDate ? toDecimal(fullYears(driverLicenceDate, driverAsOf)) : undefined),
    licenceAge:
      typeof driverBirthYear === 'number' && driverLicenceDate ? toDecimal(getYear(driverLicenceDate) - driverBirthYear) : undefined,
    powerShortfall: powerShortfall(vehicle, reference),
    bonusMalus: toQuantity(bonusMalus),
    bonusMalusInvalid: toFlag(!isClass(bonusMalus, terms)),
    bonusMalusBetterThanRegistry: toFlag(isBetter(bonusMalus, getKnownClass(reference, terms))),
    postcodePrefix: postcode?.slice(0, 2),
    regionKnown: toFlag(postcode !== undefined && reference.prefectureOf(postcode) !== undefined),
    insuredValue: toQuantity(risk.insuredValue),
    deductible: toDecimal(risk.deductible ?? DEFAULT_DEDUCTIBLE).toFixed(),
    covers: undefined,
    bundleAllowed: undefined,
    extraCoverInvalid: undefined,
    discountInvalid: undefined,
    referralDiscount: undefined,
  };
}

function taxableHp(risk: VehicleRisk, { engineCc, usage }: Vehicle, { taxableHp: { factor, min } }: MotorTerms): Decimal | undefined {
  const given = toQuantity(risk.taxableHp);
  if (given !== undefined || engineCc === undefined) return given;
  const computed = roundToWhole(engineCc.times(factor[usage?.plateForm ?? 'car']));
  return computed.lt(min) ? min : computed;
}

/** A new vehicle without a plate has a chassis number instead. */
function isIdentifiable(
  { plateNo, manufactureYear, policyStartDate, vehicleAsOf = policyStartDate }: VehicleRisk,
  { usage }: Vehicle,
  { frameNumber }: MotorReference,
): boolean {
  if (plateNo) return isPlate(plateNo, usage?.plateForm);
  const isNew = typeof manufactureYear === 'number' && manufactureYear >= getYear(vehicleAsOf) - 1;
  return isNew && isChassisNumber(frameNumber);
}

function fullYears(from: LocalDate, to: LocalDate): number {
  const years = getYear(to) - getYear(from);
  return to.slice(5) < from.slice(5) ? years - 1 : years;
}

function isClass(declared: number | null | undefined, { bonusMalus: { min, max } }: MotorTerms): boolean {
  return typeof declared === 'number' && Number.isInteger(declared) && declared >= min && declared <= max;
}

function isBetter(declared: number | null | undefined, registry: number | null | undefined): boolean {
  return typeof declared === 'number' && typeof registry === 'number' && declared < registry;
}

function getKnownClass({ registryBonusMalus }: MotorReference, { bonusMalus: { entry } }: MotorTerms): number | undefined {
  return registryBonusMalus === null ? entry : registryBonusMalus;
}

function isFleet({ driverBirthYear, driverLicenceDate }: VehicleRisk, { isCompany }: MotorReference, terms: MotorTerms): boolean {
  return isCompany === true && terms.fleetFactor !== null && typeof driverBirthYear !== 'number' && !driverLicenceDate;
}

/** Returns per cent below the power of the model, where power rates the vehicle; negative above it. */
function powerShortfall({ measure, powerInKw }: Vehicle, { model }: MotorReference): Decimal | undefined {
  const expected = toPositiveQuantity(model?.powerInKw);
  if (measure !== 'powerInKw' || powerInKw === undefined || expected === undefined) return undefined;
  return expected.minus(powerInKw).times(100).div(expected);
}

function describeVehicle(risk: VehicleRisk, vehicle: Vehicle, terms: MotorTerms, reference: MotorReference) {
  const { driverAsOf: start = risk.policyStartDate } = risk;
  const { min, max, entry } = terms.bonusMalus;
  const values: Readonly<Record<string, () => string | number | null | undefined>> = {
    missingFields: () => listMissingFields(risk, vehicle).join(', '),
    latestBirthYear: () => getYear(start) - ADULT_AGE,
    start: () => formatDate(start),
    bonusMalusMin: () => min,
    bonusMalusMax: () => max,
    knownClass: () => getKnownClass(reference, terms) ?? entry,
    postcode: () => risk.regionPostcode,
    modelPower: () => reference.model?.powerInKw,
  };
  return toDescription(values);
}

function listMissingFields(risk: VehicleRisk, vehicle: Vehicle): string[] {
  const fields = (['makeCode', 'modelCode', 'manufactureYear'] as const).filter((field) => !risk[field]);
  return vehicle[vehicle.measure] === undefined ? [...fields, vehicle.measure] : fields;
}

function isBundleAllowed(bundle: Bundle | undefined, usage: string): boolean {
  return bundle !== undefined && bundle.active && bundle.offeredFor.has(usage);
}
