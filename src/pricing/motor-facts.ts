import { yearOf, type LocalDate } from '../common/athens.js';
import { decimal, roundToWhole, ZERO, type Decimal } from '../common/money.js';
import { isPlate } from '../common/plate.js';
import { codesOf } from './code-list.js';
import {
  flag,
  positiveQuantity,
  quantity,
  type ApplicationFact,
  type FactOptions,
  type Facts,
  type FactValues,
  type MotorFact,
} from './facts.js';
import type { MotorReference, MotorRisk } from './motor-risk.js';
import { chooseDiscounts, discountFacts, isAddable, isSwappable, selectCovers } from './selection.js';
import { isStartDateInvalid } from './start-date.js';
import type { Bundle, MotorTerms, Tariff, Usage } from './tariff-model.js';

const DEFAULT_DEDUCTIBLE = '500';
const POSTCODE = /^\d{5}$/;

/** The facts of a vehicle; `values` are also for those who answer them (taxable horsepower). */
export type MotorFacts = Facts & { readonly objects: readonly [Facts['objects'][number]] };

/**
 * The facts of a vehicle risk (tariffs, "Facts"). `today` is the date in Greece. Never throws for a risk that lacks something: what is absent
 * is a missing fact, and the tariff's rules say what follows.
 */
export function motorFacts(
  risk: MotorRisk,
  tariff: Tariff,
  reference: MotorReference,
  today: LocalDate,
  options: FactOptions = {},
): MotorFacts {
  const terms = motorTerms(tariff);
  const vehicle = vehicleOf(risk, terms, reference);
  const bundle = tariff.bundles.get(risk.bundleCode);
  const extras = codesOf(risk.extraCovers).map((cover) => ({ cover }));
  const swaps = risk.swappableCovers ?? [];
  const selection = selectCovers(bundle, extras, swaps);
  const extraCoverInvalid =
    extras.some((extra) => !isAddable(extra, bundle, tariff, [])) ||
    swaps.some((swap) => bundle !== undefined && !isSwappable(bundle, swap));
  const bonusMalus = bonusMalusFacts(risk.bonusMalus, reference.registryBonusMalus, terms);
  // Spreading them into one object would take longer than finding them.
  const values = Object.assign(vehicleFacts(risk, vehicle, options), driverFacts(risk), bonusMalus, {
    ...regionFacts(risk.regionPostcode, reference),
    usage: risk.usageCode,
    taxableHp: taxableHp(risk, vehicle, terms),
    insuredValue: quantity(risk.insuredValue),
    deductible: decimal(risk.deductible ?? DEFAULT_DEDUCTIBLE).toFixed(),
    covers: [...selection.keys()],
    bundleAllowed: flag(isBundleAllowed(bundle, risk.usageCode)),
    extraCoverInvalid: flag(extraCoverInvalid),
  });
  const choice = chooseDiscounts(codesOf(risk.discountCodes), tariff, values);
  const complete: FactValues<MotorFact> = Object.assign(values, discountFacts(choice));
  const application: FactValues<ApplicationFact> = {
    objectsCount: decimal(1),
    startDateInvalid: flag(isStartDateInvalid(risk.policyStartDate, today)),
    consentsMissing: undefined,
  };
  return {
    branch: 'MOTOR',
    startDate: risk.policyStartDate,
    payFrequencyInMonths: risk.payFrequencyInMonths,
    application,
    objects: [
      {
        where: 'application',
        values: complete,
        sums: [{ group: null, amount: values.insuredValue ?? ZERO }],
        selection,
        discounts: choice.accepted,
        base: { usage: risk.usageCode, electricForm: vehicle.measure === 'powerInKw' ? (vehicle.usage?.plateForm ?? 'car') : null },
      },
    ],
  };
}

/** The vehicle terms of a tariff. Throws TypeError for the tariff of another branch. */
export function motorTerms(tariff: Tariff): MotorTerms {
  if (!tariff.motor) throw new TypeError(`${tariff.code} is no vehicle tariff`);
  return tariff.motor;
}

interface Vehicle {
  readonly usage: Usage | undefined;
  readonly engineCc: Decimal | undefined;
  readonly powerInKw: Decimal | undefined;
  readonly grossWeight: Decimal | undefined;
  /** What keys the base table. */
  readonly measure: 'engineCc' | 'powerInKw' | 'grossWeight';
}

/** Given values win, the model fills gaps. */
function vehicleOf(risk: MotorRisk, terms: MotorTerms, { model }: MotorReference): Vehicle {
  const usage = terms.usages.get(risk.usageCode);
  const fuelType = risk.fuelType ?? model?.fuelType ?? '';
  const isElectric = terms.electricFuelTypes.has(fuelType);
  return {
    usage,
    engineCc: positiveQuantity(risk.engineCc) ?? positiveQuantity(model?.engineCc),
    powerInKw: positiveQuantity(risk.powerInKw) ?? positiveQuantity(model?.powerInKw),
    grossWeight: positiveQuantity(risk.grossWeight) ?? positiveQuantity(model?.grossWeight),
    measure: usage?.measure === 'grossWeight' ? 'grossWeight' : isElectric ? 'powerInKw' : 'engineCc',
  };
}

function vehicleFacts(risk: MotorRisk, vehicle: Vehicle, { isQuotation }: FactOptions) {
  const { engineCc, powerInKw, grossWeight } = vehicle;
  const startYear = yearOf(risk.policyStartDate);
  const year = risk.manufactureYear ?? undefined;
  const isIdentified = isQuotation || (risk.makeCode && risk.modelCode);
  const isComplete = isIdentified && year !== undefined && vehicle[vehicle.measure] !== undefined;
  const level = String(risk.autonomousType ?? '');
  return {
    engineCc,
    powerInKw,
    grossWeight,
    vehicleAge: year === undefined ? undefined : decimal(startYear - year),
    manufacturedAfterStart: flag(year !== undefined && year > startYear),
    vehicleDataMissing: flag(!isComplete),
    plateValid: isQuotation && !risk.plateNo ? undefined : flag(isPlate(risk.plateNo ?? '', vehicle.usage?.plateForm)),
    autonomousLevel: /^\d+$/.test(level) ? decimal(level) : undefined,
  };
}

/** Horsepower as given, never raised; else by displacement, at least the tariff's minimum. */
function taxableHp(risk: MotorRisk, { engineCc, usage }: Vehicle, { taxableHp: { factor, min } }: MotorTerms): Decimal | undefined {
  const given = quantity(risk.taxableHp);
  if (given !== undefined || engineCc === undefined) return given;
  const computed = roundToWhole(engineCc.times(factor[usage?.plateForm ?? 'car']));
  return computed.lt(min) ? min : computed;
}

function driverFacts({ policyStartDate, driverBirthYear, driverLicenceDate }: MotorRisk) {
  return {
    driverAge: typeof driverBirthYear === 'number' ? decimal(yearOf(policyStartDate) - driverBirthYear) : undefined,
    licenceYears: driverLicenceDate ? decimal(fullYears(driverLicenceDate, policyStartDate)) : undefined,
  };
}

/** Anniversaries that have come; negative when the start is before the date. */
function fullYears(from: LocalDate, to: LocalDate): number {
  const years = yearOf(to) - yearOf(from);
  return to.slice(5) < from.slice(5) ? years - 1 : years;
}

function bonusMalusFacts(
  declared: number | null | undefined,
  registry: number | null | undefined,
  { bonusMalus: { min, max } }: MotorTerms,
) {
  const isValid = typeof declared === 'number' && Number.isInteger(declared) && declared >= min && declared <= max;
  return {
    bonusMalus: quantity(declared),
    bonusMalusInvalid: flag(!isValid),
    bonusMalusBetterThanRegistry: flag(typeof declared === 'number' && typeof registry === 'number' && declared < registry),
  };
}

function regionFacts(postcode: string | null | undefined, reference: MotorReference) {
  const isWellFormed = typeof postcode === 'string' && POSTCODE.test(postcode);
  return {
    postcodePrefix: isWellFormed ? postcode.slice(0, 2) : undefined,
    regionKnown: flag(isWellFormed && reference.prefectureOf(postcode) !== undefined),
  };
}

function isBundleAllowed(bundle: Bundle | undefined, usage: string): boolean {
  return bundle !== undefined && bundle.active && bundle.offeredFor.has(usage);
}
