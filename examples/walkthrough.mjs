// Makes a fire policy on a running demo server: token, prices, application, prepay, payment notification, charge,
// policy; then a vehicle policy with documents. Prints each call and its response, and writes the PDFs to
// examples/out/ or the folder WALKTHROUGH_OUT.
//
//   npm start            (in one terminal)
//   npm run walkthrough  (in another)
//
// DATA_DIR must be that of the server. WALKTHROUGH_DEMO names another demo.json, WALKTHROUGH_ENVIRONMENT=sandbox calls
// /dev. WALKTHROUGH_SIGNUP=true uses no demo key: it signs up to the sandbox first and reads the mail in
// DATA_DIR/outbox.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import {
  assertSuccess,
  createGatewayClient,
  createTrustedFetch,
  findLink,
  GatewayFailure,
  unwrap,
} from '../dist/clients/typescript/src/index.js';
import { athensDate, demoFile, here, note, readDemo, startCalls, title } from './calls.mjs';

const { WALKTHROUGH_SIGNUP } = process.env;
const environment = WALKTHROUGH_SIGNUP ? 'sandbox' : (process.env.WALKTHROUGH_ENVIRONMENT ?? 'production');
const out = process.env.WALKTHROUGH_OUT ?? here('out');
const START_IN_DAYS = 10;
// Categories of documents: GET /docs-api/parameters/documentCategories lists all.
const POLICY = 28;
const AMENDMENT = 33;

const demo = readDemo();
const { apiKey, userKey } = WALKTHROUGH_SIGNUP ? await signUp() : demo;
const send = createTrustedFetch(readFileSync(demo.caFile));
// The client gets its token with the first call that needs one.
const client = createGatewayClient({ url: demo.baseUrl, environment, apiKey, userKey, language: 'el', fetch: sendPrinted });
const placeholders = { startDate: athensDate(START_IN_DAYS), plateNo: anyPlate() };
mkdirSync(out, { recursive: true });

try {
  await insureFlat();
  await insureVehicle();
} catch (error) {
  if (!(error instanceof GatewayFailure)) throw error;
  console.error(error.message, error.details);
  process.exit(1);
}
console.log('To receive these changes as events, see docs/events.md and npm run listen.');

async function insureFlat() {
  title('Ask for the prices of every bundle for an apartment in Athens');
  const offers = unwrap(await client.POST('/fire-api/pricing/calcbundles', { body: example('fire-bundles.json') }));
  for (const offer of offers) note(`${offer.bundle_code} ${offer.title}: ${offer.pricing?.gross ?? '-'} EUR, status ${offer.status_code}`);

  title('Apply: the application is checked, priced and stored');
  const application = unwrap(await client.POST('/fire-api/rsc/applications', { body: example('fire-application.json') }));
  note(`application ${application.application_no}, status ${application.status_code}, gross ${application.pricing.gross} EUR`);
  assert.equal(application.status_code, '01');
  const params = { path: { id: application.id } };

  title('Prepay: the price is fixed, the customer can pay');
  const prepaid = await client.PUT('/fire-api/rsc/applications/{id}/prepay', { params });
  assertSuccess(prepaid);
  for (const rel of ['notification', 'issue']) note(`${rel}: ${findLink(prepaid.response, rel)}`);

  title('Get the payment notification');
  const pdf = { params, parseAs: 'arrayBuffer', headers: { Accept: 'application/pdf' } };
  const notification = await client.GET('/collection-api/applications/{id}/payment_code', pdf);
  note(`payment code ${notification.response.headers.get('X-Payment-Code')}`);
  save('payment-notification.pdf', notification);

  title('Issue by charging the agent’s account');
  const policy = unwrap(await client.PUT('/collection-api/applications/{id}/charge', { params }));
  note(`policy ${policy.policy_no}, status ${policy.status_code}, gross ${policy.pricing.gross} EUR`);

  title('Get the policy');
  await saveDocument('policy.pdf', application.id, POLICY);

  title('Get the receipt');
  const [receipt] = unwrap(await client.GET('/common-api/policy/applications/{id}/receipts', { params }));
  note(`receipt ${receipt.receipt_no}: ${receipt.gross} EUR, ${receipt.status}`);

  await amend(application);
  assert.equal(policy.status_code, '50');
  assert.equal(policy.pricing.gross, 332.64);
  console.log(`\nDone: policy ${policy.policy_no} of application ${application.id}, status 50, 332.64 EUR.`);
}

async function amend({ id, objects_insured: [flat] }) {
  title('Raise the sum in the middle of the year: an amendment');
  const params = { path: { id } };
  const middle = new Date(Date.parse(placeholders.startDate) + 104 * 864e5).toISOString().slice(0, 10);
  const changes = { objects_insured: [{ ...flat, insured_values: [{ group_cover: '01', insured_value: 180_000 }] }] };
  const body = { kind: 'CHANGE', effective_date: middle, reason: 'Αύξηση κεφαλαίου', changes };
  const amendment = unwrap(await client.POST('/fire-api/rsc/applications/{id}/amendments', { params, body }));
  note(`amendment ${amendment.amendment_no} from ${middle}, status ${amendment.status}, ${amendment.due.gross} EUR to pay`);
  const issued = await client.PUT('/fire-api/rsc/applications/{id}/amendments/{amendmentNo}/charge', {
    params: { path: { id, amendmentNo: 1 } },
  });
  assert.equal(unwrap(issued).status, '50');

  title('Get the act of the amendment');
  await saveDocument('amendment.pdf', id, AMENDMENT);
}

async function insureVehicle() {
  title('Ask for the prices of every bundle for a vehicle');
  const vehicle = example('vehicle-application.json');
  const { client: customer, bundleCode, ...rated } = vehicle;
  const quotes = unwrap(await client.POST('/mtr-api/resources/quotes/prices', { body: { ...rated, clientAfm: customer.afm } }));
  for (const { bundleCode, bundleTitle, premium } of quotes.bundles) note(`${bundleCode} ${bundleTitle}: ${premium?.gross ?? '-'} EUR`);

  title('Apply for the vehicle');
  const car = unwrap(await client.POST('/mtr-api/resources/applications', { body: vehicle }));
  note(`application ${car.applicationNo}, plate ${car.plateNo}, status ${car.statusCode}, gross ${car.premium.gross} EUR`);
  assert.equal(car.statusCode, '01');
  const path = { application: car.id };

  title('Upload the registration certificate');
  const uploaded = await client.POST('/mtr-api/resources/applications/{application}/documents', {
    params: { path, query: { fileName: 'Άδεια κυκλοφορίας.txt', categoryId: 4 } },
    headers: { 'Content-Type': 'text/plain' },
    body: `Αριθμός κυκλοφορίας ${car.plateNo}`,
    bodySerializer: (text) => text,
  });
  const document = unwrap(uploaded);
  note(`document ${document.fileId}: ${document.fileName}, ${document.docCategoryDescr}`);

  title('Prepay and charge the vehicle');
  assertSuccess(await client.PUT('/mtr-api/resources/applications/{application}/issuePrepay', { params: { path } }));
  const policy = unwrap(await client.PUT('/mtr-api/resources/applications/{application}/issueCharge', { params: { path } }));
  await saveDocument('vehicle-policy.pdf', car.id, POLICY);
  assert.equal(policy.statusCode, '50');
  console.log(`\nDone: vehicle policy ${policy.policyNo} of application ${car.id}, status 50, ${policy.premium.gross} EUR.`);
}

/** Saves the document of a category. */
async function saveDocument(name, id, category) {
  const documents = unwrap(await client.GET('/docs-api/policy/applications/{id}/documents', { params: { path: { id } } }));
  const path = { id, document_id: documents.find(({ category_id }) => category_id === category).id };
  save(name, await client.GET('/docs-api/policy/applications/{id}/documents/{document_id}', { params: { path }, parseAs: 'arrayBuffer' }));
}

/** Sends a call of the client, and prints it with its response. */
async function sendPrinted(request) {
  const response = await send(request);
  const content = await response.clone().arrayBuffer();
  const target = request.url.slice(demo.baseUrl.length).replace(/^\/dev/, '');
  console.log(`${request.method} ${target} → ${response.status} ${response.headers.get('Content-Type') ?? ''} ${content.byteLength} bytes`);
  return response;
}

/** Signs up to the sandbox with a mail address, and returns a key, a user-key and an agent. */
async function signUp() {
  title('Sign up to the sandbox, which sends a mail');
  const email = `${randomUUID()}@broker.example`;
  const { send: call, close } = startCalls(`${demo.baseUrl}/dev`, demo.caFile);
  const body = JSON.stringify({ name: 'Μαρία Παπαδοπούλου', email, programName: 'Walkthrough' });
  await call('POST', '/backoffice-api/signup', { headers: { 'Content-Type': 'application/json' }, body });
  const outbox = join(dirname(demoFile), 'outbox');
  const mails = readdirSync(outbox).map((name) => readFileSync(join(outbox, name), 'utf8'));
  const [, token] = /verify\?token=(\w+)/.exec(mails.find((mail) => mail.includes(`To: ${email}`)));

  title('Confirm with the link of the mail: the keys are shown once');
  const { body: keys } = await call('POST', `/backoffice-api/signup/verify?token=${token}`);
  note(`agent ${keys.agentCode}`);
  close();
  return keys;
}

/** Returns an example with its {{placeholders}} replaced. */
function example(name) {
  return JSON.parse(readFileSync(here(name), 'utf8').replace(/\{\{(\w+)\}\}/g, (_, key) => placeholders[key]));
}

/** Returns a random plate, which most probably is not insured yet. */
function anyPlate() {
  const letters = 'ABEZHIKMNOPTYX';
  const letter = () => letters[Math.floor(Math.random() * letters.length)];
  return `${letter()}${letter()}${letter()}${1000 + Math.floor(Math.random() * 9000)}`;
}

function save(name, result) {
  assert.equal(result.response.headers.get('Content-Type'), 'application/pdf');
  const file = join(out, name);
  writeFileSync(file, Buffer.from(unwrap(result)));
  note(relative(process.cwd(), file));
}
