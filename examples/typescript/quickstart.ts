// A fire policy in the sandbox, from the first call to the PDF.
//
//   GATEWAY_URL=https://… GATEWAY_API_KEY=… GATEWAY_USER_KEY=… node quickstart.ts
//
// A local server made its certificate itself: GATEWAY_CA_FILE=.data/tls/cert.pem names it.
import { readFileSync, writeFileSync } from 'node:fs';
import {
  assertSuccess,
  createGatewayClient,
  createTrustedFetch,
  findLink,
  GatewayFailure,
  listAll,
  unwrap,
} from 'insurance-gateway-client';

const { GATEWAY_URL: url = '', GATEWAY_API_KEY: apiKey = '', GATEWAY_USER_KEY: userKey = '', GATEWAY_CA_FILE: caFile } = process.env;
const client = createGatewayClient({ url, apiKey, userKey, ...(caFile && { fetch: createTrustedFetch(readFileSync(caFile)) }) });

const startDate = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
const person = {
  person_type_code: '1',
  last_name: 'Παπαδοπούλου',
  first_name: 'Μαρία',
  father_name: 'Γεώργιος',
  birth_date: '1980-05-14',
  gender_code: '2',
  job_code: '2310',
  address: 'Λεωφόρος Κηφισίας 100',
  city: 'Αθήνα',
  post_code: '11526',
  mobile: '6912345678',
  email: 'maria@example.gr',
  afm: '123456783',
  doy_code: '1101',
  citizenship: 'GR',
};
const flat = {
  kind_of_risk: '04',
  subkind_of_risk: '0401',
  address: 'Λεωφόρος Κηφισίας',
  address_number: '100',
  city: 'Αθήνα',
  post_code: '11527',
  building_year: 2004,
  building_year_piping: 2004,
  square_meters: 100,
  bordering: '0' as const,
  is_owner_building: '1' as const,
  building_floors: [0, 1, 2, 3, 4],
  insurance_floors: [3],
  construction_of_skeleton: '01',
  construction_of_walls: '01',
  roof_construction: '01',
  bundle_code: '104',
  insured_values: [{ group_cover: '01', insured_value: 150_000 }],
};

// Apply: the application is checked, priced and stored.
const consents = unwrap(await client.GET('/parameters-api/marketing/consents')).map(({ masterId, id }) => ({
  master_id: masterId,
  id,
  answer: '0' as const,
}));
const fireApplication = {
  start_date: startDate,
  pay_frequency_in_months: 12 as const,
  contact_way_code: '01',
  application_acceptance_method: '02',
  client: { ...person, consents },
  insured: person,
  objects_insured: [flat],
};
const application = unwrap(await client.POST('/fire-api/rsc/applications', { body: { fire_application: fireApplication } }));
const params = { path: { id: application.id } };
console.log(`Application ${application.id}, status ${application.status_code}, ${application.pricing?.gross} EUR`);

// Prepay fixes the price; the charge of the agent's account issues the policy.
assertSuccess(await client.PUT('/fire-api/rsc/applications/{id}/prepay', { params }));
const { response } = await client.PUT('/collection-api/applications/{id}/charge', { params });
const policy = unwrap(await client.GET('/fire-api/rsc/applications/{id}', { params }));
console.log(`Policy ${policy.policy_no}, status ${policy.status_code}, document ${findLink(response, 'policy')}`);

// The PDF of the policy.
const documents = unwrap(await client.GET('/docs-api/policy/applications/{id}/documents', { params }));
const document = documents.find(({ category_id: category }) => category === 28);
if (document === undefined) throw new Error('The policy has no document.');
const path = { id: application.id, document_id: document.id };
const file = await client.GET('/docs-api/policy/applications/{id}/documents/{document_id}', { params: { path }, parseAs: 'arrayBuffer' });
writeFileSync('policy.pdf', Buffer.from(unwrap(file)));
console.log('policy.pdf is written.');

// All applications of the agent, over all pages.
let count = 0;
for await (const { id } of listAll((query) => client.GET('/fire-api/rsc/applications', { params: { query } }))) count += id > 0 ? 1 : 0;
console.log(`${count} applications`);

// A refused call says where and why.
try {
  const insured = { ...person, afm: '123456789' };
  unwrap(await client.POST('/fire-api/rsc/applications', { body: { fire_application: { ...fireApplication, insured } } }));
} catch (error) {
  if (!(error instanceof GatewayFailure)) throw error;
  console.log(`${error.code} at ${error.details[0]?.path}`);
}
