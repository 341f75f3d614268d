import { toDecimal, toAmount } from '../../common/money.js';
import type { Tariff } from '../../pricing/tariff.js';
import { LINE_TABLE } from '../../record/reference/products/line-table.js';
import type { FireObject, FirePerson, FireQuestionnaire } from '../../record/reference/products/fire-questionnaire.js';
import type { InsuredObject, LabelValue, PersonDetails } from '../../record/core/documents/rendering/documents.types.js';
import type { Contract } from '../../record/core/lines/line.js';
import type { PrintedWords } from '../../record/contract/issue/printed-words.js';

type RatedField =
  | 'building_year'
  | 'building_year_piping'
  | 'bundle_code'
  | 'construction_of_skeleton'
  | 'insured_values'
  | 'kind_of_risk'
  | 'roof_construction'
  | 'subkind_of_risk';

export type PrintedFireObject = Pick<FireObject, RatedField> & Partial<FireObject>;
type PrintedQuestionnaire = Pick<FireQuestionnaire, 'client' | 'insured'> & { readonly objects_insured: readonly PrintedFireObject[] };

export function buildFireContract(questionnaire: PrintedQuestionnaire, words: PrintedWords, tariff?: Tariff): Contract {
  return {
    line: words.text(LINE_TABLE.fire.productTitle),
    client: toPersonDetails(questionnaire.client),
    insured: toPersonDetails(questionnaire.insured),
    facts: [],
    objects: questionnaire.objects_insured.map((object) => toInsuredObject(object, words, tariff)),
    groupTitle: (group) => words.title('groupsInsured', group),
    objectIds: questionnaire.objects_insured.flatMap(({ object_id: id }) => id ?? []),
  };
}

function toPersonDetails(person: FirePerson): PersonDetails {
  return {
    name: [person.last_name, person.first_name].filter(Boolean).join(' '),
    afm: person.afm,
    address: `${person.address}, ${person.post_code} ${person.city}`,
  };
}

function toInsuredObject(object: PrintedFireObject, words: PrintedWords, tariff: Tariff | undefined): InsuredObject {
  return {
    title: `${words.title('subkindsOfRisk', object.subkind_of_risk)} (${words.title('kindsOfRisk', object.kind_of_risk)})`,
    address: [
      [object.address, object.address_number],
      [object.post_code, object.city],
    ]
      .map((part) => part.filter(Boolean).join(' '))
      .filter(Boolean)
      .join(', '),
    details: details(object, words, tariff),
    insuredValues: object.insured_values.map((value) => ({
      group: words.title('groupsInsured', value.group_cover) ?? '',
      amount: toAmount(toDecimal(value.insured_value)),
    })),
  };
}

function details(object: PrintedFireObject, words: PrintedWords, tariff: Tariff | undefined): LabelValue[] {
  const { bundle_code: code } = object;
  const bundle = tariff?.bundles.get(code);
  const owners = (object['co-owners'] ?? []).map((owner) => [owner.last_name, owner.first_name].filter(Boolean).join(' ')).join(', ');
  const loans = (object.mortgages_loans ?? []).map((loan) => words.title('banks', loan.bank_id)).join(', ');
  const row = (el: string, en: string, value: string | null): LabelValue => ({ label: words.text({ el, en }), value });
  return [
    ...(object.atak === undefined ? [] : [row('ΑΤΑΚ', 'ATAK', object.atak)]),
    row('Έτος κατασκευής', 'Year built', String(object.building_year)),
    row('Έτος υδραυλικής εγκατάστασης', 'Year plumbing was installed', String(object.building_year_piping)),
    row(
      'Εμβαδόν',
      'Area',
      object.square_meters === undefined ? null : `${words.number(object.square_meters)} ${words.text({ el: 'τ.μ.', en: 'm²' })}`,
    ),
    row('Ασφαλιζόμενοι όροφοι', 'Insured floors', (object.insurance_floors ?? []).join(', ')),
    row('Φέρων οργανισμός', 'Frame', words.title('skeletons', object.construction_of_skeleton)),
    row('Τοιχοποιία', 'Walls', words.title('walls', object.construction_of_walls)),
    row('Στέγη', 'Roof', words.title('roofs', object.roof_construction)),
    row('Πακέτο', 'Bundle', bundle ? `${code} ${words.tariffTitle('bundles', bundle)}` : code),
    row('Συνιδιοκτήτες', 'Co-owners', owners),
    row('Ενυπόθηκοι δανειστές', 'Mortgagees', loans),
  ];
}
