import { textOf, type Draft, type Spec } from '../../forms/draft.js';
import { FREQUENCIES } from '../frequencies.js';
import { YES_NO } from './fire-fields.js';
import { personFields, type Companies, type PersonNames } from './person-fields.js';
import type { QuoteParts } from './quote-parts.js';

const MAX_DRIVERS = 10;
const MAX_SWAPS = 10;

/** Names of a person's fields. */
export const MOTOR_PERSON: PersonNames = {
  type: 'personTypeCode',
  lastName: 'lastName',
  firstName: 'firstName',
  fatherName: 'fathersName',
  birthDate: 'birthdate',
  gender: 'genderCode',
  afm: 'afm',
  doy: 'doyCode',
  address: 'addressStreet',
  city: 'addressCity',
  postCode: 'addressPostcode',
  mobile: 'mobile',
  phone: 'phone',
  email: 'email',
  citizenship: 'citizenship',
  job: 'jobCode',
  identityNo: 'identityNo',
  identityDate: 'identityDate',
  amka: 'amka',
  passport: 'passport',
};

const LICENCES = { list: 'licenceTypes' } as const;

const queryOf = (owner: Draft, names: Readonly<Record<string, string>>): Readonly<Record<string, string>> | null => {
  const query = Object.fromEntries(Object.entries(names).map(([asked, name]) => [asked, textOf(owner[name])]));
  return Object.values(query).includes('') ? null : query;
};

/** Fields of the vehicle and its driver that rate. The driver's year and licence name nobody. */
const RATED: readonly Spec[] = [
  {
    kind: 'choice',
    name: 'usageCode',
    label: 'motor.usage',
    initial: '01',
    isRequired: true,
    resets: ['usageSubcode', 'makeCode', 'modelCode'],
    codes: { path: '/mtr-api/resources/parameters/usageCode', only: ({ offered }) => offered !== false },
  },
  {
    kind: 'choice',
    name: 'makeCode',
    label: 'motor.make',
    isLong: true,
    isRequired: true,
    resets: ['modelCode'],
    codes: { path: '/mtr-api/resources/parameters/makeCode', query: (owner) => queryOf(owner, { usageCode: 'usageCode' }) },
  },
  {
    kind: 'choice',
    name: 'modelCode',
    label: 'motor.model',
    isLong: true,
    isRequired: true,
    codes: {
      path: '/mtr-api/resources/parameters/modelCode',
      query: (owner) => queryOf(owner, { usageCode: 'usageCode', makeCode: 'makeCode' }),
    },
  },
  { kind: 'whole', name: 'manufactureYear', label: 'motor.year', isRequired: true },
  { kind: 'money', name: 'insuredValue', label: 'motor.value', isRequired: true },
  { kind: 'text', name: 'regionPostcode', label: 'motor.postCode', isRequired: true },
  { kind: 'number', name: 'bonusMalus', label: 'motor.bonusMalus', initial: '10', isRequired: true },
  { kind: 'whole', name: 'driverBirthYear', label: 'motor.birthYear', isRequired: true },
  { kind: 'date', name: 'driverLicenceDate', label: 'motor.licenceDate', isRequired: true },
  { kind: 'date', name: 'policyStartDate', label: 'column.startDate', isRequired: true },
  { kind: 'choice', name: 'payFrequencyInMonths', label: 'fact.frequency', choices: FREQUENCIES, initial: '12', isNumber: true },
  {
    kind: 'section',
    name: 'seldom',
    label: 'motor.seldom',
    fields: [
      { kind: 'whole', name: 'engineCc', label: 'motor.engineCc', hint: 'motor.fromModel' },
      { kind: 'number', name: 'powerInKw', label: 'motor.power', hint: 'motor.fromModel' },
      { kind: 'number', name: 'grossWeight', label: 'motor.grossWeight', hint: 'motor.grossWeight.hint' },
      { kind: 'number', name: 'taxableHp', label: 'motor.taxableHp' },
      { kind: 'whole', name: 'fuelType', label: 'motor.fuelType', hint: 'motor.fromModel' },
      { kind: 'whole', name: 'autonomousType', label: 'motor.autonomousType' },
    ],
  },
];

/** Fields of the vehicle that only an application needs. */
const DETAILS: readonly Spec[] = [
  { kind: 'text', name: 'plateNo', label: 'column.plateNo', isPersonal: true, isRequired: true },
  {
    kind: 'choice',
    name: 'usageSubcode',
    label: 'motor.subusage',
    codes: { list: 'vehicleUsageSubcodes', only: ({ usageCode }, owner) => usageCode === owner['usageCode'] },
  },
  { kind: 'date', name: 'firstRegistrationDate', label: 'motor.firstRegistration' },
  { kind: 'text', name: 'frameNumber', label: 'motor.frame', isPersonal: true },
  { kind: 'text', name: 'factoryName', label: 'motor.factory' },
  { kind: 'whole', name: 'vehicleSeats', label: 'motor.seats' },
];

/** Fields of the second step. */
const CHOICE: readonly Spec[] = [
  { kind: 'text', name: 'bundleCode', label: 'quote.bundle', isRequired: true },
  { kind: 'ticks', name: 'extraCovers', label: 'quote.extraCovers' },
  {
    kind: 'many',
    name: 'swappableCovers',
    label: 'motor.swaps',
    item: 'motor.swap',
    add: 'motor.swaps',
    max: MAX_SWAPS,
    fields: [
      { kind: 'text', name: 'out', label: 'quote.cover' },
      { kind: 'text', name: 'in', label: 'quote.cover' },
    ],
  },
];
export const MOTOR_TERMS: readonly Spec[] = [
  {
    kind: 'choice',
    name: 'deductible',
    label: 'motor.deductible',
    isNumber: true,
    initial: '500',
    choices: [
      ['300', 'motor.deductible.300'],
      ['500', 'motor.deductible.500'],
      ['1000', 'motor.deductible.1000'],
    ],
  },
  { kind: 'ticks', name: 'discountCodes', label: 'quote.discounts', codes: { path: '/mtr-api/resources/parameters/discountCode' } },
];

const LEASES = [
  ['0', 'motor.lease.0'],
  ['1', 'motor.lease.1'],
  ['2', 'motor.lease.2'],
  ['3', 'motor.lease.3'],
  ['4', 'motor.lease.4'],
] as const;

const OTHERS: readonly Spec[] = [
  { kind: 'text', name: 'driverName', label: 'motor.driver', isPersonal: true },
  { kind: 'choice', name: 'driverLicenceType', label: 'motor.licenceType', codes: LICENCES, isPersonal: true },
  { kind: 'choice', name: 'leaseType', label: 'motor.lease', choices: LEASES, isNumber: true },
  { kind: 'date', name: 'financingEndDate', label: 'motor.financingEnd' },
  { kind: 'text', name: 'pawnerTitle', label: 'motor.pawner', isPersonal: true },
  { kind: 'text', name: 'secondOwner', label: 'motor.secondOwner', isPersonal: true },
  { kind: 'choice', name: 'contactwayCode', label: 'quote.contactWay', codes: { list: 'contactWays' } },
  {
    kind: 'many',
    name: 'drivers',
    label: 'motor.drivers',
    item: 'motor.otherDriver',
    add: 'motor.driver.add',
    max: MAX_DRIVERS,
    isPersonal: true,
    fields: [
      { kind: 'text', name: 'name', label: 'motor.driver', isRequired: true },
      { kind: 'whole', name: 'birthYear', label: 'motor.birthYear' },
      { kind: 'date', name: 'licenceDate', label: 'motor.licenceDate' },
      { kind: 'choice', name: 'licenceType', label: 'motor.licenceType', codes: LICENCES },
    ],
  },
  {
    kind: 'section',
    name: 'agents',
    label: 'quote.agents',
    fields: [
      { kind: 'choice', name: 'indirectAgentCode', label: 'quote.subagent', codes: { path: '/parameters-api/subagents' } },
      { kind: 'text', name: 'serviceAgentCode', label: 'quote.serviceAgent', hint: 'quote.brokers' },
      { kind: 'text', name: 'commisionAgentCode', label: 'quote.commissionAgent', hint: 'quote.brokers' },
      { kind: 'long', name: 'comments', label: 'motor.comments', isPersonal: true },
    ],
  },
];

/** The form of a vehicle application, by its steps. */
export function motorForm(companies: Companies): QuoteParts {
  const person: readonly Spec[] = [
    ...personFields(MOTOR_PERSON, companies, ['fatherName', 'gender', 'doy', 'address', 'city', 'postCode', 'citizenship']),
    {
      kind: 'section',
      name: 'licence',
      label: 'motor.licence',
      fields: [
        { kind: 'choice', name: 'licenceType', label: 'motor.licenceType', codes: LICENCES, isPersonal: true },
        { kind: 'date', name: 'licenceDate', label: 'motor.licenceDate', isPersonal: true },
      ],
    },
  ];
  const bundle = [...CHOICE, ...MOTOR_TERMS];
  const client: readonly Spec[] = [
    { kind: 'group', name: 'client', label: 'quote.client', fields: person },
    ...DETAILS,
    ...OTHERS,
    { kind: 'choice', name: 'isOther', label: 'quote.insured.isOther', choices: YES_NO, initial: '0', isOurs: true },
    { kind: 'group', name: 'insured', label: 'quote.insured', fields: person, when: (_, all) => all['isOther'] === '1' },
  ];
  return { risk: RATED, bundle, client, all: [...RATED, ...bundle, ...client] };
}
