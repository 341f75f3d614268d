import { decimal, toAmount } from '../../common/money.js';
import type { Tariff } from '../../pricing/tariff.js';
import type { FireObject, FirePerson, FireQuestionnaire } from '../../record/lines/fire-questionnaire.js';
import type { InsuredObject, LabelValue, PersonDetails } from '../../record/documents/rendering/documents.types.js';
import type { ReferenceLists } from '../../record/reference/reference-lists.js';
import type { ListName } from '../../record/reference/registry.js';
import type { Contract } from '../../record/issue/contract-description.js';

/** A fire questionnaire as documents print it: codes replaced by their Greek titles. */
export function fireContract(questionnaire: FireQuestionnaire, lists: ReferenceLists, tariff?: Tariff): Contract {
  return {
    line: 'Ασφάλιση πυρός και συμπληρωματικών κινδύνων',
    client: toPersonDetails(questionnaire.client),
    insured: toPersonDetails(questionnaire.insured),
    facts: [],
    objects: questionnaire.objects_insured.map((object) => toInsuredObject(object, lists, tariff)),
    objectIds: questionnaire.objects_insured.map((object) => object.object_id),
  };
}

function toPersonDetails(person: FirePerson): PersonDetails {
  return {
    name: [person.last_name, person.first_name].filter(Boolean).join(' '),
    afm: person.afm,
    address: `${person.address}, ${person.post_code} ${person.city}`,
  };
}

function toInsuredObject(object: FireObject, lists: ReferenceLists, tariff: Tariff | undefined): InsuredObject {
  return {
    title: `${title(lists, 'subkindsOfRisk', object.subkind_of_risk)} (${title(lists, 'kindsOfRisk', object.kind_of_risk)})`,
    address: `${[object.address, object.address_number].filter(Boolean).join(' ')}, ${object.post_code} ${object.city}`,
    details: details(object, lists, tariff?.bundles.get(object.bundle_code)?.title),
    insuredValues: object.insured_values.map((value) => ({
      group: title(lists, 'groupsInsured', value.group_cover),
      amount: toAmount(decimal(value.insured_value)),
    })),
  };
}

function details(object: FireObject, lists: ReferenceLists, bundleTitle = ''): LabelValue[] {
  const owners = object['co-owners'].map((owner) => [owner.last_name, owner.first_name].filter(Boolean).join(' ')).join(', ');
  const loans = object.mortgages_loans.map((loan) => title(lists, 'banks', loan.bank_id)).join(', ');
  return [
    { label: 'Έτος κατασκευής', value: String(object.building_year) },
    { label: 'Έτος σωληνώσεων', value: String(object.building_year_piping) },
    { label: 'Εμβαδόν', value: `${String(object.square_meters).replace('.', ',')} τ.μ.` },
    { label: 'Ασφαλιζόμενοι όροφοι', value: object.insurance_floors.join(', ') },
    { label: 'Σκελετός', value: title(lists, 'skeletons', object.construction_of_skeleton) },
    { label: 'Τοιχοποιία', value: title(lists, 'walls', object.construction_of_walls) },
    { label: 'Στέγη', value: title(lists, 'roofs', object.roof_construction) },
    { label: 'Πακέτο', value: `${object.bundle_code} ${bundleTitle}`.trim() },
    { label: 'Συνιδιοκτήτες', value: owners },
    { label: 'Ενυπόθηκοι δανειστές', value: loans },
  ];
}

function title(lists: ReferenceLists, list: ListName, code: string): string {
  return lists.title(list, code)?.el ?? code;
}
