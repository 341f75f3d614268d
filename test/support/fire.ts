import { addDays, type LocalDate } from '../../src/common/athens.js';
import { referenceLists } from './lists.js';
import { applyChanges, type Changes } from './json-changes.js';
import { readJson } from './pricing-fixtures.js';

/** Body of insert and update (fire.13). */
export interface FireBody {
  fire_application: FireInput;
}
export interface FireInput {
  [field: string]: unknown;
  client: Record<string, unknown>;
  insured: Record<string, unknown>;
  objects_insured: FireObjectInput[];
}
export type FireObjectInput = Record<string, unknown>;

/** Valid AFMs other than the one of the example's client. */
export const OTHER_AFMS = ['090000045', '099999999', '111111102', '022222222', '033333333'] as const;
const COMPANY_AFM = '094014201';
const CO_OWNER_AFM = '044444444';
const DAYS_AHEAD = 10;

/** Builds the documented example with a start date in ten days: status 01, one object, bundle 104, premium 332.64. */
export function buildFireBody(today: LocalDate, changes: Changes = {}): FireBody {
  const example = readJson<FireBody>('examples/fire-application.json');
  const fireApplication = { ...example.fire_application, start_date: addDays(today, DAYS_AHEAD) };
  return { fire_application: applyChanges(fireApplication, changes) };
}

/** Builds an application with every field (fire.13), which is referred (25) because its building is illegal. */
export function buildFullFireBody(today: LocalDate, changes: Changes = {}): FireBody {
  const { fire_application: application } = buildFireBody(today);
  const client = { ...application.client, ...PERSON_EXTRAS };
  const insured = { ...application.insured, ...PERSON_EXTRAS };
  const coOwner = applyChanges(application.insured, { ...PERSON_EXTRAS, last_name: 'Συνιδιοκτήτου', afm: CO_OWNER_AFM });
  const [object] = application.objects_insured;
  const full = { ...object, ...OBJECT_EXTRAS, 'co-owners': [coOwner, { ...COMPANY }] };
  return { fire_application: applyChanges({ ...application, client, insured, objects_insured: [full] }, changes) };
}

/** A company, without the fields of individuals. */
export const COMPANY: Readonly<Record<string, unknown>> = {
  person_type_code: '2',
  last_name: 'Αφοί Δοκιμαστικοί Α.Ε.',
  address: 'Σταδίου 24',
  city: 'Αθήνα',
  post_code: '10564',
  afm: COMPANY_AFM,
  doy_code: '1101',
  citizenship: 'GR',
};

const PERSON_EXTRAS = {
  job_code: '2310',
  phone: '2101234567',
  mobile: '6912345678',
  email: 'maria@example.gr',
  identity_number: 'ΑΒ 123456',
  identity_date: '2010-03-02',
  amka: '14058001232',
  passport: 'AE1234567',
};

const OBJECT_EXTRAS = {
  address_number: '100',
  atak: '01234567890',
  latitude: '37.9838',
  longitude: '23.7275',
  building_commencement_year: 2002,
  is_owner_building: '1',
  illegal: '1',
  meters_from_river: 300,
  type_of_locks: '02',
  fire_protections: [
    { id: 1, has_protection: '1', multitude: 2 },
    { id: 4, has_protection: '0' },
  ],
  theft_protections: ['01', '02'],
  alarm_connections: ['02', '04'],
  type_of_safety_shutters: ['01'],
  insured_values: [
    { group_cover: '01', insured_value: 150000 },
    { group_cover: '02', insured_value: 20000.5 },
  ],
  extra_covers: [
    { group_cover: '01', cover: '003' },
    { group_cover: '02', cover: '003' },
  ],
  claims_history: [
    { claim_date: '2024-02-29', claim_amount: 1250.75, job_description: 'Υδραυλικά' },
    { claim_date: '2025-01-10', claim_amount: 0 },
  ],
  mortgages_loans: [
    { bank_id: '011', amount_loan: 80000 },
    { bank_id: '014', amount_loan: 12000.1 },
  ],
  discounts: ['02', '04'],
};

/** Builds the same answer to every marketing consent. */
export function buildConsents(answer = '0'): Record<string, unknown>[] {
  return referenceLists.all('marketingConsents').map(({ masterId, id }) => ({ master_id: masterId, id, answer }));
}
