import createClient from 'openapi-fetch';
import { ENVIRONMENTS, type Environment } from '../../src/common/environment.js';
import { addDays } from '../../src/common/athens.js';
import { type AgentAccess, grantAccess } from '../support/agent-access.js';
import { startApp, type RunningApp } from '../support/app.js';
import { fetchDescribed } from '../support/described/assert-described.js';
import { MORNING } from '../support/fire-app.js';
import { MOTOR_CAR, MOTOR_CLIENT } from '../support/motor.js';
import { testAgent } from '../support/record-fixtures.js';
import { ManualClock } from '../support/manual-clock.js';
// Generated from docs/openapi.json by `npm run types` and `npm run lint`; not needed to run this spec.
import type { components, paths } from '../../client/openapi.js';

type Schemas = components['schemas'];
type GatewayClient = ReturnType<typeof createClient<paths>>;

const clock = new ManualClock(MORNING);
let running: RunningApp;
let access: AgentAccess;

beforeAll(async () => {
  running = await startApp({ clock });
  access = await grantAccess(running, testAgent({ code: 'A100', creditLimit: '1000000.00' }));
});
afterAll(() => running.stop());

const PERSON = {
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
} satisfies Schemas['FirePersonDto'];

const DWELLING = {
  kind_of_risk: '04',
  subkind_of_risk: '0401',
  address: 'Λεωφόρος Κηφισίας',
  address_number: '100',
  city: 'Αθήνα',
  post_code: '11527',
  building_year: 2004,
  building_year_piping: 2004,
  square_meters: 100,
  bordering: '0',
  is_owner_building: '1',
  building_floors: [0, 1, 2, 3, 4],
  insurance_floors: [3],
  construction_of_skeleton: '01',
  construction_of_walls: '01',
  roof_construction: '01',
  bundle_code: '104',
  insured_values: [{ group_cover: '01', insured_value: 150000 }],
} satisfies Schemas['FireObjectFieldsRequest'];

/** Creates a client with the generated types, like a program of an agent. */
async function program(environment: Environment): Promise<GatewayClient> {
  const baseUrl = `http://127.0.0.1:${running.ports.port}${environment === 'sandbox' ? '/dev' : ''}`;
  const headers = { 'X-Api-Key': access.apiKey, 'X-Forwarded-Proto': 'https' };
  const { data } = await createClient<paths>({ baseUrl, headers, fetch: fetchDescribed }).POST('/auth-api/resources/tokens', {
    body: { 'user-key': access.userKey },
  });
  return createClient<paths>({ baseUrl, fetch: fetchDescribed, headers: { ...headers, Authorization: `Bearer ${data?.access_token}` } });
}

/** `fetch` does not expose the body of a 205, so its JSON is not parsed. */
const RESET = { parseAs: 'stream' } as const;

describe.each(ENVIRONMENTS)('a client generated from the document, in %s', (environment) => {
  it('completes the story of a dwelling', async () => {
    const client = await program(environment);
    const { data: asked } = await client.GET('/parameters-api/marketing/consents');
    const consents = asked?.map(({ masterId, id }) => ({ master_id: masterId, id, answer: '0' as const }));
    const application = {
      start_date: addDays(clock.today(), 10),
      pay_frequency_in_months: 12 as const,
      contact_way_code: '01',
      application_acceptance_method: '02',
      client: { ...PERSON, consents },
      insured: PERSON,
      objects_insured: [DWELLING],
    };
    const { data: inserted } = await client.POST('/fire-api/rsc/applications', { body: { fire_application: application } });
    expect(inserted).toMatchObject({ status_code: '01', pricing: { gross: 332.64 } });
    const params = { path: { id: inserted?.id ?? 0 } };
    const prepaid = await client.PUT('/fire-api/rsc/applications/{id}/prepay', { params, ...RESET });
    const charged = await client.PUT('/collection-api/applications/{id}/charge', { params, ...RESET });
    expect([prepaid.response.status, charged.response.status]).toEqual([205, 205]);
    const { data: policy } = await client.GET('/fire-api/rsc/applications/{id}', { params });
    expect([policy?.status_code, policy?.pricing?.gross]).toEqual(['50', 332.64]);
    expect(policy?.policy_no).toMatch(/^\S+$/);
    await expectPaper(client, params.path.id, 332.64);
  });

  it('completes the story of a car', async () => {
    const client = await program(environment);
    const { data: offers } = await client.POST('/mtr-api/resources/quotes/prices', { body: MOTOR_CAR });
    expect(offers?.bundles.map(({ bundleCode }) => bundleCode)).toContain('B1');
    const { data: inserted } = await client.POST('/mtr-api/resources/applications', { body: { ...MOTOR_CAR, client: MOTOR_CLIENT } });
    expect(inserted).toMatchObject({ statusCode: '01', premium: { gross: 309.25 } });
    const params = { path: { application: inserted?.id ?? 0 } };
    const prepaid = await client.PUT('/mtr-api/resources/applications/{application}/issuePrepay', { params, ...RESET });
    const charged = await client.PUT('/mtr-api/resources/applications/{application}/issueCharge', { params, ...RESET });
    expect([prepaid.response.status, charged.response.status]).toEqual([205, 205]);
    const { data: policy } = await client.GET('/mtr-api/resources/policies/{id}', { params: { path: { id: params.path.application } } });
    expect([policy?.statusCode, policy?.premium?.gross]).toEqual(['50', 309.25]);
    await expectPaper(client, params.path.application, 309.25);
  });

  it('gets the errors that the document describes', async () => {
    const client = await program(environment);
    const { error, response } = await client.GET('/fire-api/rsc/applications/{id}', { params: { path: { id: 9_999_999_999 } } });
    expect([response.status, error]).toMatchObject([400, { status: 'ERROR', error: '-300' }]);
  });
});

/** Expects the receipt and the policy document as PDF. */
async function expectPaper(client: GatewayClient, id: number, gross: number): Promise<void> {
  const { data: receipts } = await client.GET('/common-api/policy/applications/{id}/receipts', { params: { path: { id } } });
  expect(receipts?.map((receipt) => [receipt.gross, receipt.status])).toEqual([[gross, 'PAID']]);
  const { data: documents } = await client.GET('/docs-api/policy/applications/{id}/documents', { params: { path: { id } } });
  const files = await Promise.all(
    (documents ?? []).map(({ id: documentId }) =>
      client.GET('/docs-api/policy/applications/{id}/documents/{document_id}', {
        params: { path: { id, document_id: documentId } },
        parseAs: 'arrayBuffer',
      }),
    ),
  );
  expect(files.length).toBeGreaterThan(0);
  for (const { data } of files) expect(Buffer.from(data ?? new ArrayBuffer(0)).toString('latin1', 0, 5)).toBe('%PDF-');
}
