import { addMonths, getYear, type LocalDate } from '../common/athens.js';
import { toDecimal, sum, type Decimal } from '../common/money.js';
import {
  describeStart,
  toDescription,
  toFlag,
  isStartDateInvalid,
  toQuantity,
  type ApplicationFact,
  type FactOptions,
  type Facts,
  type FactValues,
  type FireFact,
  type ObjectFacts,
} from './facts.js';
import type { FireReference, FireRisk, FireRiskClaim, FireRiskObject } from './fire-risk.js';
import { formatCondition } from './condition.js';
import { validateDiscounts, toDiscountFacts, isAddable, buildSelection } from './selection.js';
import { findRate } from './table.js';
import type { Bundle, Discount, Tariff } from './tariff-model.js';

const BUILDING_AND_CONTENT = '03';
const BUILDING_GROUPS: ReadonlySet<string> = new Set(['01', BUILDING_AND_CONTENT]);
const NO_ALARM = '00';

/** Absent input becomes a missing fact (rating.1, rating.10). */
export function buildFireFacts(
  risk: FireRisk,
  tariff: Tariff,
  reference: FireReference,
  today: LocalDate,
  options: FactOptions = {},
): Facts {
  return buildFireFactsByBundle(risk, tariff, reference, today, options)(({ bundleCode }) => bundleCode);
}

export function buildFireFactsByBundle(
  risk: FireRisk,
  tariff: Tariff,
  reference: FireReference,
  today: LocalDate,
  options: FactOptions = {},
): (bundleOf: (object: FireRiskObject) => string) => Facts {
  const application: FactValues<ApplicationFact> = {
    objectsCount: toDecimal(risk.objects.length),
    startDateInvalid: toFlag(isStartDateInvalid(risk.startDate, today)),
    consentsMissing: risk.consents && toFlag(isConsentMissing(risk.consents, reference)),
  };
  const known = risk.objects.map((object) => knownObject(object, risk, tariff, reference, options));
  return (bundleOf) => ({
    branch: 'FIRE',
    startDate: risk.startDate,
    payFrequencyInMonths: risk.payFrequencyInMonths,
    application,
    describe: describeStart(risk.startDate, today),
    objects: known.map((object, index) => objectFacts(object, index, tariff.bundles.get(bundleOf(object.of)), tariff)),
  });
}

type KnownObject = ReturnType<typeof knownObject>;

function objectFacts(
  { of: object, startYear, groups, sums, values: known }: KnownObject,
  index: number,
  bundle: Bundle | undefined,
  tariff: Tariff,
): ObjectFacts {
  const selection = buildSelection(bundle, object.extraCovers);
  const values: FactValues<FireFact> = {
    ...known,
    covers: [...selection.keys()],
    bundleAllowed: toFlag(bundle !== undefined && bundle.active && bundle.offeredFor.has(object.kind)),
    extraCoverInvalid: toFlag(object.extraCovers.some((extra) => !isAddable(extra, bundle, tariff, groups))),
  };
  const choice = validateDiscounts(object.discounts, tariff, values);
  const complete: FactValues<FireFact> = Object.assign(values, toDiscountFacts(choice));
  const describe = describeObject(object, { startYear, groups, bundle, tariff, accepted: choice.accepted });
  return { where: `objects_insured[${index}]`, values: complete, sums, selection, discounts: choice.accepted, describe };
}

function describeObject(
  object: FireRiskObject,
  known: {
    readonly startYear: number;
    readonly groups: readonly string[];
    readonly bundle: Bundle | undefined;
    readonly tariff: Tariff;
    readonly accepted: readonly Discount[];
  },
) {
  const { bundle, tariff, groups } = known;
  const refused = (): string[] => {
    const codes = new Set(known.accepted.map(({ code }) => code));
    return [...new Set(object.discounts)].filter((code) => !codes.has(code));
  };
  const values: Readonly<Record<string, () => string | number | null | undefined>> = {
    buildingYear: () => object.buildingYear,
    pipingYear: () => object.buildingYearPiping,
    startYear: () => known.startYear,
    postcode: () => object.postcode,
    refusedCovers: () =>
      object.extraCovers
        .filter((extra) => !isAddable(extra, bundle, tariff, groups))
        .map(({ cover, group }) => (group ? `${cover}/${group}` : cover))
        .join(', '),
    addableCovers: () => [...(bundle?.addable ?? [])].filter((cover) => isAddable({ cover }, bundle, tariff, groups)).join(', '),
    refusedDiscounts: () => refused().join(', '),
    discountConditions: () =>
      refused()
        .flatMap((code) => tariff.discounts.get(code)?.requires ?? [])
        .map(formatCondition)
        .join(', '),
  };
  return toDescription(values);
}

function knownObject(object: FireRiskObject, { startDate }: FireRisk, tariff: Tariff, reference: FireReference, options: FactOptions) {
  const { buildingYear, buildingYearPiping: pipingYear, insuranceFloors: floors, yearsAsOf = startDate, claimsAsOf = startDate } = object;
  const groups = object.insuredValues.map((value) => value.group);
  const sums = object.insuredValues.map((value) => ({ group: value.group, amount: toDecimal(value.amount) }));
  const prefecture = object.prefecture ?? (object.postcode === undefined ? undefined : reference.prefectureOf(object.postcode));
  const claims = recentClaims(object.claims, claimsAsOf, tariff.claimsLookbackYears);
  const startYear = getYear(yearsAsOf);
  // One literal with all facts is much faster to read and copy than one with spreads.
  const values: FactValues<FireFact> = {
    prefecture,
    seismicZone: prefecture === undefined ? undefined : tariff.seismicZones.get(prefecture),
    metersFromRiver: toQuantity(object.metersFromRiver),
    hasBasementInsured: toFlag(floors.some((floor) => floor < 0)),
    hasGroundOrBelowInsured: toFlag(floors.some((floor) => floor <= 0)),
    skeleton: object.skeleton,
    roof: object.roof,
    seismicYear: toQuantity(object.buildingCommencementYear ?? buildingYear),
    pipingAge: pipingYear === undefined ? undefined : toDecimal(startYear - pipingYear),
    yearsInvalid: toFlag(!isOrdered([buildingYear, pipingYear, startYear], options.isQuotation ?? false)),
    claimsCount: toDecimal(claims.length),
    claimsAmount: sum(claims.map((claim) => toDecimal(claim.amount))),
    kind: object.kind,
    subkind: object.subkind,
    hazardClass: toQuantity(reference.hazardClassOf(object.subkind)),
    locks: object.locks,
    alarm: findBestAlarm(object.alarms, tariff),
    isOwner: object.isOwner,
    illegal: object.illegal ?? '0',
    hasFireProtection: toFlag(object.hasFireProtection),
    sumInsured: sum(sums.map(({ amount }) => amount)),
    insuredValuesCount: toDecimal(sums.length),
    groupsMixed: toFlag(groups.includes(BUILDING_AND_CONTENT) && groups.some((group) => group !== BUILDING_AND_CONTENT)),
    buildingSumPerSqm: buildingSumPerSqm(object),
    covers: undefined,
    bundleAllowed: undefined,
    extraCoverInvalid: undefined,
    discountInvalid: undefined,
    referralDiscount: undefined,
  };
  return { of: object, startYear, groups, sums, values };
}

function isOrdered(years: readonly (number | undefined)[], skipMissing: boolean): boolean {
  const known = years.filter((year) => year !== undefined);
  if (known.length < years.length && !skipMissing) return false;
  return known.every((year, index) => index === 0 || known[index - 1]! <= year);
}

function recentClaims(claims: readonly FireRiskClaim[], asOf: LocalDate, lookbackYears: number): FireRiskClaim[] {
  return claims.filter((claim) => addMonths(claim.date, 12 * lookbackYears) > asOf);
}

/** Prefers the lowest factor in the tariff, among equals the lowest code. */
function findBestAlarm(alarms: readonly string[], tariff: Tariff): string {
  const rated = alarms.map((code) => ({ code, factor: findAlarmFactor(code, tariff) }));
  rated.sort((a, b) => compareFactors(a.factor, b.factor) || (a.code < b.code ? -1 : 1));
  return rated[0]?.code ?? NO_ALARM;
}

function findAlarmFactor(code: string, tariff: Tariff): Decimal | undefined {
  const table = [...tariff.tables.values()].find(({ key }) => key.length === 1 && key[0] === 'alarm');
  return table && findRate(table, { alarm: code }, null).rate?.value;
}

function compareFactors(a: Decimal | undefined, b: Decimal | undefined): number {
  if (a && b) return a.cmp(b);
  return a ? -1 : b ? 1 : 0;
}

function buildingSumPerSqm(object: FireRiskObject): Decimal | undefined {
  const building = sum(object.insuredValues.filter(({ group }) => BUILDING_GROUPS.has(group)).map(({ amount }) => toDecimal(amount)));
  const area = toQuantity(object.squareMeters);
  return building.eq(0) || area === undefined || area.lte(0) ? undefined : building.div(area);
}

function isConsentMissing(answers: NonNullable<FireRisk['consents']>, reference: FireReference): boolean {
  const answered = new Set(answers.filter(({ answer }) => answer === '0' || answer === '1').map(({ masterId, id }) => `${masterId}/${id}`));
  return reference.marketingConsents.some(({ masterId, id }) => !answered.has(`${masterId}/${id}`));
}
