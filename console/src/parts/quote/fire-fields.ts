import { textOf, type Field, type Many, type Spec } from '../../forms/draft.js';
import { FREQUENCIES } from '../frequencies.js';
import { personFields, type Companies, type PersonNames } from './person-fields.js';
import type { QuoteParts } from './quote-parts.js';

/** Maximum number of objects that are priced with every bundle at once (fire.10). */
const MAX_OBJECTS = 25;
const MAX_ROWS = 50;
const MAX_CO_OWNERS = 20;
const MAX_LOANS = 20;

/** Names of a person's fields. */
export const FIRE_PERSON: PersonNames = {
  type: 'person_type_code',
  lastName: 'last_name',
  firstName: 'first_name',
  fatherName: 'father_name',
  birthDate: 'birth_date',
  gender: 'gender_code',
  afm: 'afm',
  doy: 'doy_code',
  address: 'address',
  city: 'city',
  postCode: 'post_code',
  mobile: 'mobile',
  phone: 'phone',
  email: 'email',
  citizenship: 'citizenship',
  job: 'job_code',
  identityNo: 'identity_number',
  identityDate: 'identity_date',
  amka: 'amka',
  passport: 'passport',
};

export const YES_NO: Field['choices'] = [
  ['0', 'answer.no'],
  ['1', 'answer.yes'],
];

const PROTECTION: readonly Spec[] = [
  { kind: 'choice', name: 'type_of_locks', label: 'fire.locks', codes: { list: 'locks' } },
  { kind: 'ticks', name: 'theft_protections', label: 'fire.theft', codes: { list: 'theftProtection' } },
  { kind: 'ticks', name: 'alarm_connections', label: 'fire.alarms', codes: { list: 'alarms' } },
  { kind: 'ticks', name: 'type_of_safety_shutters', label: 'fire.shutters', codes: { list: 'shutters' } },
  {
    kind: 'many',
    name: 'fire_protections',
    label: 'fire.protections',
    item: 'fire.protection',
    add: 'fire.protection.add',
    max: MAX_ROWS,
    fields: [
      {
        kind: 'choice',
        name: 'id',
        label: 'fire.protection.id',
        isNumber: true,
        isRequired: true,
        codes: { list: 'fireProtection' },
      },
      { kind: 'choice', name: 'has_protection', label: 'fire.protection.has', choices: YES_NO, initial: '1' },
      { kind: 'whole', name: 'multitude', label: 'fire.protection.multitude' },
    ],
  },
];

/** Id of an item of a stored application. */
const idOf = (name: string, label: Field['label']): Field => ({ kind: 'whole', name, label, isHidden: true });

/** Fields of an object that rate. */
const RATED: readonly Spec[] = [
  idOf('object_id', 'fire.object'),
  {
    kind: 'choice',
    name: 'kind_of_risk',
    label: 'fire.kind',
    initial: '04',
    isRequired: true,
    codes: { list: 'kindsOfRisk' },
    resets: ['subkind_of_risk'],
  },
  {
    kind: 'choice',
    name: 'subkind_of_risk',
    label: 'fire.subkind',
    initial: '0401',
    isRequired: true,
    codes: { list: 'subkindsOfRisk', only: ({ kindOfRiskCode }, owner) => kindOfRiskCode === owner['kind_of_risk'] },
  },
  { kind: 'text', name: 'post_code', label: 'person.postCode', isRequired: true },
  { kind: 'whole', name: 'building_year', label: 'fire.buildingYear', isRequired: true },
  { kind: 'number', name: 'square_meters', label: 'fire.squareMeters', isRequired: true },
  { kind: 'numbers', name: 'insurance_floors', label: 'fire.insuredFloors', hint: 'fire.insuredFloors.hint', isRequired: true },
  {
    kind: 'many',
    name: 'insured_values',
    label: 'fire.values',
    item: 'fire.value',
    add: 'fire.value.add',
    min: 1,
    max: 3,
    fields: [
      {
        kind: 'choice',
        name: 'group_cover',
        label: 'fire.value.group',
        initial: '01',
        isRequired: true,
        codes: { list: 'groupsInsured' },
      },
      { kind: 'money', name: 'insured_value', label: 'fire.value.sum', isRequired: true },
    ],
  },
  {
    kind: 'section',
    name: 'seldom',
    label: 'fire.construction',
    fields: [
      {
        kind: 'choice',
        name: 'construction_of_skeleton',
        label: 'fire.skeleton',
        initial: '01',
        isRequired: true,
        codes: { list: 'skeletons' },
      },
      {
        kind: 'choice',
        name: 'roof_construction',
        label: 'fire.roof',
        initial: '01',
        isRequired: true,
        codes: { list: 'roofs' },
      },
      { kind: 'choice', name: 'is_owner_building', label: 'fire.isOwner', choices: YES_NO, initial: '1' },
      {
        kind: 'whole',
        name: 'building_year_piping',
        label: 'fire.pipingYear',
        hint: 'fire.pipingYear.hint',
        fallback: 'building_year',
      },
      { kind: 'whole', name: 'building_commencement_year', label: 'fire.commencementYear' },
      { kind: 'choice', name: 'illegal', label: 'fire.illegal', choices: YES_NO },
      { kind: 'number', name: 'meters_from_river', label: 'fire.river' },
    ],
  },
  { kind: 'section', name: 'protection', label: 'fire.protection.all', fields: PROTECTION },
  {
    kind: 'many',
    name: 'claims_history',
    label: 'fire.claims',
    item: 'fire.claim',
    add: 'fire.claim.add',
    max: MAX_ROWS,
    fields: [
      idOf('claim_id', 'fire.claim'),
      { kind: 'date', name: 'claim_date', label: 'fire.claim.date', isRequired: true },
      { kind: 'money', name: 'claim_amount', label: 'fire.claim.amount', isRequired: true },
      { kind: 'text', name: 'job_description', label: 'fire.claim.description', isPersonal: true },
    ],
  },
];

/** Fields of an object that only an application needs. */
const DETAILS: readonly Spec[] = [
  { kind: 'text', name: 'address', label: 'fire.street', isPersonal: true, isRequired: true },
  { kind: 'text', name: 'address_number', label: 'fire.streetNumber', isPersonal: true },
  { kind: 'text', name: 'city', label: 'person.city', isRequired: true },
  { kind: 'numbers', name: 'building_floors', label: 'fire.floors', hint: 'fire.floors.hint', isRequired: true },
  {
    kind: 'choice',
    name: 'construction_of_walls',
    label: 'fire.walls',
    initial: '01',
    isRequired: true,
    codes: { list: 'walls' },
  },
  { kind: 'choice', name: 'bordering', label: 'fire.bordering', choices: YES_NO, initial: '0' },
  {
    kind: 'section',
    name: 'details',
    label: 'fire.seldom',
    fields: [
      // Dwellings have none (fire.4).
      {
        kind: 'money',
        name: 'building_improvements',
        label: 'fire.improvements',
        when: (owner) => textOf(owner['kind_of_risk']) !== '04',
      },
      { kind: 'text', name: 'latitude', label: 'fire.latitude', isPersonal: true },
      { kind: 'text', name: 'longitude', label: 'fire.longitude', isPersonal: true },
      { kind: 'text', name: 'atak', label: 'fire.atak', isPersonal: true },
    ],
  },
];

/** Fields of the second step for each object. */
const CHOICE: readonly Spec[] = [
  { kind: 'text', name: 'bundle_code', label: 'quote.bundle', isRequired: true },
  {
    kind: 'many',
    name: 'extra_covers',
    label: 'quote.extraCovers',
    item: 'quote.extraCover',
    add: 'quote.extraCovers',
    max: MAX_ROWS,
    fields: [
      { kind: 'text', name: 'cover', label: 'quote.cover' },
      { kind: 'choice', name: 'group_cover', label: 'fire.value.group', codes: { list: 'groupsInsured' } },
    ],
  },
  { kind: 'ticks', name: 'discounts', label: 'quote.discounts', codes: { path: '/fire-api/parameters/discounts' } },
];
export const FIRE_DISCOUNTS = CHOICE.slice(-1);

function ownersOf(person: readonly Spec[]): readonly Spec[] {
  return [
    {
      kind: 'many',
      name: 'co-owners',
      label: 'fire.coOwners',
      item: 'fire.coOwner',
      add: 'fire.coOwner.add',
      max: MAX_CO_OWNERS,
      isPersonal: true,
      fields: [idOf('co_owner_id', 'fire.coOwner'), ...person],
    },
    {
      kind: 'many',
      name: 'mortgages_loans',
      label: 'fire.loans',
      item: 'fire.loan',
      add: 'fire.loan.add',
      max: MAX_LOANS,
      isPersonal: true,
      fields: [
        { kind: 'choice', name: 'bank_id', label: 'fire.loan.bank', codes: { list: 'banks' }, isRequired: true },
        { kind: 'money', name: 'amount_loan', label: 'fire.loan.amount', isRequired: true },
      ],
    },
  ];
}

const TERMS: readonly Spec[] = [
  { kind: 'date', name: 'start_date', label: 'column.startDate', isRequired: true },
  { kind: 'choice', name: 'pay_frequency_in_months', label: 'fact.frequency', choices: FREQUENCIES, initial: '12', isNumber: true },
  { kind: 'choice', name: 'contact_way_code', label: 'quote.contactWay', codes: { list: 'contactWays' }, initial: '01' },
  {
    kind: 'choice',
    name: 'application_acceptance_method',
    label: 'quote.acceptance',
    initial: '02',
    codes: { list: 'acceptanceMethods' },
  },
  {
    kind: 'section',
    name: 'agents',
    label: 'quote.agents',
    fields: [
      { kind: 'choice', name: 'subagent_code', label: 'quote.subagent', codes: { path: '/parameters-api/subagents' } },
      { kind: 'text', name: 'service_code', label: 'quote.serviceAgent', hint: 'quote.brokers' },
      { kind: 'text', name: 'commission_code', label: 'quote.commissionAgent', hint: 'quote.brokers' },
    ],
  },
];

function objectsOf(fields: readonly Spec[], other: Partial<Many> = {}): Spec {
  return {
    kind: 'many',
    name: 'objects_insured',
    label: 'fire.objects',
    item: 'fire.object',
    add: 'fire.object.add',
    min: 1,
    max: MAX_OBJECTS,
    fields,
    ...other,
  };
}

/** The objects as a quote needs them. */
export const QUOTED_OBJECTS = objectsOf([...RATED, ...CHOICE]);

/** Adds to a client's fields that the address is that of the first object, which hides its own. */
function withSameAddress(person: readonly Spec[]): readonly Spec[] {
  const hidden = [FIRE_PERSON.address, FIRE_PERSON.city, FIRE_PERSON.postCode];
  return person.flatMap((spec): readonly Spec[] => {
    if (!hidden.includes(spec.name)) return [spec];
    const shown: Spec = { ...spec, when: (owner) => owner['isSameAddress'] !== '1' };
    if (spec.name !== FIRE_PERSON.address) return [shown];
    return [{ kind: 'tick', name: 'isSameAddress', label: 'quote.sameAddress', isOurs: true, isPersonal: true }, shown];
  });
}

/** The form of a fire application, by its steps. */
export function fireForm(companies: Companies): QuoteParts {
  const person = personFields(FIRE_PERSON, companies);
  const owners = ownersOf(person);
  const whole = [...RATED, ...CHOICE, ...DETAILS, ...owners];
  const client: Spec = {
    kind: 'group',
    name: 'client',
    label: 'quote.client',
    fields: [
      ...withSameAddress(person),
      {
        kind: 'ticks',
        name: 'consents',
        label: 'person.consents',
        isOurs: true,
        isPersonal: true,
        codes: { list: 'marketingConsents' },
      },
    ],
  };
  const insured: readonly Spec[] = [
    { kind: 'choice', name: 'isOther', label: 'quote.insured.isOther', choices: YES_NO, initial: '0', isOurs: true },
    { kind: 'group', name: 'insured', label: 'quote.insured', fields: person, when: (_, all) => all['isOther'] === '1' },
  ];
  return {
    risk: [objectsOf(RATED, { whole })],
    bundle: [objectsOf(CHOICE, { isFixed: true })],
    client: [client, objectsOf([...DETAILS, ...owners], { isFixed: true }), ...insured, ...TERMS],
    all: [objectsOf(whole), ...TERMS, client, ...insured],
  };
}
