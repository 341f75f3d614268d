import type { LocalDate } from '../../common/athens.js';
import type { Fault } from '../../common/domain-error.js';
import { ErrorCode, ERROR_TEXTS } from '../../common/error-codes.js';
import type { Text } from '../../common/language.js';
import type { FireInsuredValue, FireObject, FirePerson, FireQuestionnaire } from '../../record/applications/fire-questionnaire.js';
import { referenceLists } from '../../record/reference/reference-lists.js';

/** The codes that some fire tariff knows; whether they are offered for a risk is a rule's business. */
export interface TariffCodes {
  readonly bundles: ReadonlySet<string>;
  readonly covers: ReadonlySet<string>;
  readonly discounts: ReadonlySet<string>;
}

/** What no single field can say (spec §2.6, decisions §2): each field has passed its own check already. */
export function consistencyFaults(questionnaire: FireQuestionnaire, codes: TariffCodes, today: LocalDate, prefix: string): Fault[] {
  return [
    ...personFaults(questionnaire.client, today, `${prefix}.client`),
    ...consentFaults(questionnaire, `${prefix}.client`),
    ...personFaults(questionnaire.insured, today, `${prefix}.insured`),
    ...questionnaire.objects_insured.flatMap((object, index) => objectFaults(object, codes, today, `${prefix}.objects_insured[${index}]`)),
  ];
}

export function objectFaults(object: FireObject, codes: TariffCodes, today: LocalDate, path: string): Fault[] {
  return [
    ...riskFaults(object, path),
    ...floorFaults(object, path),
    ...tariffCodeFaults(object, codes, path),
    ...repeatedGroupFaults(object.insured_values, path),
    ...repeated(
      object.mortgages_loans.map((loan) => loan.bank_id),
      (index) => `${path}.mortgages_loans[${index}].bank_id`,
    ),
    ...(object.fire_protections
      ? repeated(
          object.fire_protections.map((measure) => measure.id),
          (index) => `${path}.fire_protections[${index}].id`,
        )
      : []),
    ...object.claims_history.flatMap((claim, index) =>
      claim.claim_date > today
        ? [{ path: `${path}.claims_history[${index}].claim_date`, code: ErrorCode.BAD_DATE, text: IN_THE_FUTURE }]
        : [],
    ),
    ...object['co-owners'].flatMap((owner, index) => personFaults(owner, today, `${path}.co-owners[${index}]`)),
  ];
}

/** Each insured group is given once. */
export function repeatedGroupFaults(values: readonly FireInsuredValue[], path: string): Fault[] {
  return repeated(
    values.map((value) => value.group_cover),
    (index) => `${path}.insured_values[${index}].group_cover`,
  );
}

export function personFaults(person: FirePerson, today: LocalDate, path: string): Fault[] {
  const future = (['birth_date', 'identity_date'] as const).filter((field) => (person[field] ?? today) > today);
  return future.map((field) => ({ path: `${path}.${field}`, code: ErrorCode.BAD_DATE, text: IN_THE_FUTURE }));
}

function consentFaults({ client }: FireQuestionnaire, path: string): Fault[] {
  const at = (index: number): string => `${path}.consents[${index}].id`;
  const unknown = client.consents.flatMap((consent, index) =>
    referenceLists.belongsTo('marketingConsents', consent.id, { masterId: consent.master_id }) ? [] : [unknownCode(at(index))],
  );
  return [
    ...unknown,
    ...repeated(
      client.consents.map((consent) => `${consent.master_id}/${consent.id}`),
      at,
    ),
  ];
}

function riskFaults(object: FireObject, path: string): Fault[] {
  const faults: Fault[] = [];
  if (!referenceLists.belongsTo('subkindsOfRisk', object.subkind_of_risk, { kindOfRiskCode: object.kind_of_risk })) {
    faults.push({ path: `${path}.subkind_of_risk`, code: ErrorCode.UNKNOWN_CODE, text: NOT_OF_THE_KIND });
  }
  const improvementsApply = referenceLists.item('kindsOfRisk', object.kind_of_risk)?.buildingImprovementsApply ?? true;
  if (object.building_improvements !== undefined && !improvementsApply) {
    faults.push({ path: `${path}.building_improvements`, code: ErrorCode.INVALID, text: NO_IMPROVEMENTS });
  }
  return faults;
}

function floorFaults(object: FireObject, path: string): Fault[] {
  const lowest = Math.min(...object.building_floors);
  const highest = Math.max(...object.building_floors);
  return object.insurance_floors.flatMap((floor, index) =>
    floor < lowest || floor > highest ? [{ path: `${path}.insurance_floors[${index}]`, code: ErrorCode.INVALID, text: FLOOR_OUTSIDE }] : [],
  );
}

function tariffCodeFaults(object: FireObject, codes: TariffCodes, path: string): Fault[] {
  const fault = (place: string, code: Fault['code']): Fault => ({ path: `${path}.${place}`, code, text: ERROR_TEXTS[code] });
  const covers = (object.extra_covers ?? []).flatMap(({ cover }, index) =>
    codes.covers.has(cover) ? [] : [fault(`extra_covers[${index}].cover`, ErrorCode.UNKNOWN_COVER)],
  );
  const discounts = (object.discounts ?? []).flatMap((discount, index) =>
    codes.discounts.has(discount) ? [] : [fault(`discounts[${index}]`, ErrorCode.UNKNOWN_DISCOUNT)],
  );
  const bundle = codes.bundles.has(object.bundle_code) ? [] : [fault('bundle_code', ErrorCode.UNKNOWN_BUNDLE)];
  return [...bundle, ...covers, ...discounts];
}

function repeated(keys: readonly (string | number)[], pathOf: (index: number) => string): Fault[] {
  return keys.flatMap((key, index) =>
    keys.indexOf(key) < index ? [{ path: pathOf(index), code: ErrorCode.INVALID, text: REPEATED }] : [],
  );
}

function unknownCode(path: string): Fault {
  return { path, code: ErrorCode.UNKNOWN_CODE, text: ERROR_TEXTS[ErrorCode.UNKNOWN_CODE] };
}

const IN_THE_FUTURE: Text = { el: 'Η ημερομηνία είναι μεταγενέστερη της σημερινής.', en: 'The date lies in the future.' };
const NOT_OF_THE_KIND: Text = {
  el: 'Η υποκατηγορία δεν ανήκει στο είδος κινδύνου.',
  en: 'The subkind does not belong to the kind of risk.',
};
const NO_IMPROVEMENTS: Text = {
  el: 'Οι βελτιώσεις κτιρίου δεν εφαρμόζονται στο είδος κινδύνου.',
  en: 'Building improvements do not apply to the kind of risk.',
};
const FLOOR_OUTSIDE: Text = { el: 'Ο όροφος δεν ανήκει στο κτίριο.', en: 'The floor is outside the building.' };
const REPEATED: Text = { el: 'Επαναλαμβανόμενη τιμή.', en: 'Repeated value.' };
