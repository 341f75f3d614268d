import type { LocalDate } from '../../common/athens.js';
import { buildCatalogueViolation, type Violation } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import type { Text } from '../../common/language.js';
import { findFutureDates } from '../../common/validation/future-dates.js';
import type { Checked } from '../../common/validation/checked.js';
import type { FireClient, FireInsuredValue, FireObject, FireQuestionnaire } from '../../record/reference/products/fire-questionnaire.js';
import type { TariffCodes } from '../../record/reference/tariffs/tariff.service.js';
import type { ReferenceLists } from '../../record/reference/lists/reference-lists.js';

const PERSON_DATES = ['birth_date', 'identity_date'] as const;

export interface Context {
  readonly today: LocalDate;
  readonly lists: ReferenceLists;
}

/** Checks fields against each other, if their own checks passed (fire.4, input.9). */
export function listFireViolations(
  { client, insured, objects_insured: objects }: Checked<FireQuestionnaire>,
  codes: TariffCodes,
  context: Context,
  prefix: string,
): Violation[] {
  const { today, lists } = context;
  return [
    ...findFutureDates(client, PERSON_DATES, today, `${prefix}.client`),
    ...consentViolations(client, lists, `${prefix}.client`),
    ...findFutureDates(insured, PERSON_DATES, today, `${prefix}.insured`),
    ...(objects ?? []).flatMap((object, index) =>
      listObjectViolations(object ?? {}, codes, context, `${prefix}.objects_insured[${index}]`),
    ),
  ];
}

export function listObjectViolations(
  object: Checked<FireObject>,
  codes: TariffCodes,
  { today, lists }: Context,
  path: string,
): Violation[] {
  return [
    ...riskViolations(object, lists, path),
    ...floorViolations(object, path),
    ...tariffCodeFaults(object, codes, path),
    ...listRepeatedGroupViolations(object.insured_values, path),
    ...repeatedViolations(
      object.mortgages_loans?.map((loan) => loan?.bank_id),
      (index) => `${path}.mortgages_loans[${index}].bank_id`,
    ),
    ...repeatedViolations(
      object.fire_protections?.map((measure) => measure?.id),
      (index) => `${path}.fire_protections[${index}].id`,
    ),
    ...(object.claims_history ?? []).flatMap((claim, index) =>
      findFutureDates(claim, ['claim_date'], today, `${path}.claims_history[${index}]`),
    ),
    ...(object['co-owners'] ?? []).flatMap((owner, index) => findFutureDates(owner, PERSON_DATES, today, `${path}.co-owners[${index}]`)),
  ];
}

export function listRepeatedGroupViolations(values: Checked<readonly FireInsuredValue[]> | undefined, path: string): Violation[] {
  return repeatedViolations(
    values?.map((value) => value?.group_cover),
    (index) => `${path}.insured_values[${index}].group_cover`,
  );
}

function consentViolations(client: Checked<FireClient> | undefined, lists: ReferenceLists, path: string): Violation[] {
  const keys = (client?.consents ?? []).map((consent) =>
    consent?.master_id === undefined || consent.id === undefined ? undefined : { masterId: consent.master_id, id: consent.id },
  );
  const at = (index: number): string => `${path}.consents[${index}].id`;
  const isKnown = (id: number, masterId: number): boolean =>
    lists.belongsTo('marketingConsents', id, { masterId }) && lists.isAcceptable('marketingConsents', id);
  const unknown = keys.flatMap((key, index) =>
    key === undefined || isKnown(key.id, key.masterId) ? [] : [buildCatalogueViolation(at(index), ErrorCode.UNKNOWN_CODE)],
  );
  return [
    ...unknown,
    ...repeatedViolations(
      keys.map((key) => key && `${key.masterId}/${key.id}`),
      at,
    ),
  ];
}

function riskViolations(
  { kind_of_risk: kind, subkind_of_risk: subkind, ...object }: Checked<FireObject>,
  lists: ReferenceLists,
  path: string,
): Violation[] {
  if (kind === undefined) return [];
  const violations: Violation[] = [];
  if (subkind !== undefined && !lists.belongsTo('subkindsOfRisk', subkind, { kindOfRiskCode: kind })) {
    violations.push({ path: `${path}.subkind_of_risk`, code: ErrorCode.UNKNOWN_CODE, text: NOT_OF_THE_KIND });
  }
  const improvementsApply = lists.item('kindsOfRisk', kind)?.buildingImprovementsApply ?? true;
  if (object.building_improvements !== undefined && !improvementsApply) {
    violations.push({ path: `${path}.building_improvements`, code: ErrorCode.INVALID, text: NO_IMPROVEMENTS });
  }
  return violations;
}

function floorViolations(
  { building_floors: building = [], insurance_floors: insured = [] }: Checked<FireObject>,
  path: string,
): Violation[] {
  const floors = building.filter((floor) => floor !== undefined);
  if (floors.length === 0 || floors.length < building.length) return [];
  const [lowest, highest] = [Math.min(...floors), Math.max(...floors)];
  return insured.flatMap((floor, index) =>
    floor !== undefined && (floor < lowest || floor > highest)
      ? [{ path: `${path}.insurance_floors[${index}]`, code: ErrorCode.INVALID, text: FLOOR_OUTSIDE }]
      : [],
  );
}

function tariffCodeFaults(object: Checked<FireObject>, codes: TariffCodes, path: string): Violation[] {
  const check = (known: TariffCodes[keyof TariffCodes], value: string | undefined, place: string, code: Violation['code']): Violation[] =>
    value === undefined || known.has(value) ? [] : [buildCatalogueViolation(`${path}.${place}`, code)];
  return [
    ...check(codes.bundles, object.bundle_code, 'bundle_code', ErrorCode.UNKNOWN_BUNDLE),
    ...(object.extra_covers ?? []).flatMap((extra, index) =>
      check(codes.covers, extra?.cover, `extra_covers[${index}].cover`, ErrorCode.UNKNOWN_COVER),
    ),
    ...(object.discounts ?? []).flatMap((discount, index) =>
      check(codes.discounts, discount, `discounts[${index}]`, ErrorCode.UNKNOWN_DISCOUNT),
    ),
  ];
}

function repeatedViolations(keys: readonly (string | number | undefined)[] = [], pathOf: (index: number) => string): Violation[] {
  return keys.flatMap((key, index) =>
    key !== undefined && keys.indexOf(key) < index ? [{ path: pathOf(index), code: ErrorCode.INVALID, text: REPEATED }] : [],
  );
}

const NOT_OF_THE_KIND: Text = {
  el: 'Η υποκατηγορία δεν ανήκει στο είδος κινδύνου που δηλώθηκε.',
  en: 'The subkind does not belong to the kind of risk.',
};
const NO_IMPROVEMENTS: Text = {
  el: 'Οι βελτιώσεις κτιρίου δεν εφαρμόζονται στο είδος κινδύνου.',
  en: 'Building improvements do not apply to the kind of risk.',
};
const FLOOR_OUTSIDE: Text = {
  el: 'Ο ασφαλιζόμενος όροφος δεν είναι όροφος του κτιρίου.',
  en: 'The insured floor is not a floor of the building.',
};
const REPEATED: Text = { el: 'Η τιμή έχει ήδη δηλωθεί.', en: 'The value was already given.' };
