import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import { databaseUrlOf } from '../bench/product.mjs';
import { here } from '../bench/servers.mjs';
import { Caller } from './caller.mjs';
import { newAfm, newPlate } from './numbers.mjs';

const CREDIT_LIMIT = 1_000_000_000;
const START_DATE_IN_DAYS = 10;
const ROOTS = { production: '', sandbox: '/dev' };
const FIRE = '/fire-api/rsc/applications';
const MTR = '/mtr-api/resources/applications';

/** Creates tokens, a session of the issuing department and the credit of the agents; returns the initial counts. */
export async function prepare(product) {
  const demo = JSON.parse(readFileSync(join(product.dataDir, 'demo.json'), 'utf8'));
  const plain = { 'X-Forwarded-Proto': 'https' };
  const keyed = { ...plain, 'X-Api-Key': demo.apiKey };
  const tokens = {};
  for (const [environment, root] of Object.entries(ROOTS)) {
    const { token } = await post(`${product.url}${root}/auth-api/resources/tokens`, keyed, { 'user-key': demo.userKey });
    tokens[environment] = { ...keyed, Authorization: `Bearer ${token}` };
  }
  const { token: session } = await post(`${product.url}/backoffice-api/sessions`, plain, demo.staff.issuing);
  const before = {};
  const client = new pg.Client({ connectionString: databaseUrlOf(product) });
  await client.connect();
  for (const environment of Object.keys(ROOTS)) {
    await client.query(`UPDATE ${environment}.agent SET credit_limit = $1`, [CREDIT_LIMIT]);
    const { rows } = await client.query(`SELECT count(*)::int AS parties FROM ${environment}.party_record`);
    before[environment] = rows[0];
  }
  await client.end();
  return { url: product.url, tokens, staff: { ...plain, Authorization: `Bearer ${session}` }, before };
}

/** Runs one story after the other per client until the time is over; each client finishes its last one. */
export async function tellStories({ url, tokens, staff, journal, clients, deadlineMs }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients });
  const tell = async (index) => {
    const environment = index % 2 === 0 ? 'production' : 'sandbox';
    const caller = new Caller({ url, headers: tokens[environment], agent, journal });
    const clerk = new Caller({ url, headers: staff, agent, journal });
    const scene = { caller, clerk, environment, root: ROOTS[environment], journal, known: journal.acknowledged[environment] };
    while (performance.now() < deadlineMs) await pick(STORIES)(scene);
  };
  await Promise.all(Array.from({ length: clients }, (_, index) => tell(index)));
  agent.destroy();
}

/** Stories with their relative frequency. */
const STORIES = [
  [4, fireStory],
  [3, vehicleStory],
  [2, partyStory],
  [1, requestStory],
  [3, readStory],
];

async function fireStory(scene) {
  const { caller, root } = scene;
  const application = read(await caller.expect(201, 'POST', `${root}${FIRE}`, { json: fireApplication() }));
  if (!application) return;
  const { id, pricing } = application;
  keep(scene, id, { status: '01', policyNo: null, gross: pricing.gross });
  if (Math.random() < 0.3)
    await caller.expect(200, 'PUT', `${root}${FIRE}/${id}/edit`).then((edited) => edited && calculateAgain(scene, id));
  if (!(await caller.expect(205, 'PUT', `${root}${FIRE}/${id}/prepay`))) return;
  keep(scene, id, { status: '45' });
  const way = Math.random();
  if (way < 0.6) await charge(scene, id, 'policy_no', `${root}/collection-api/applications/${id}/charge`);
  else if (way < 0.8) await payByCode(scene, id);
  else if (await caller.expect(204, 'DELETE', `${root}${FIRE}/${id}`)) keep(scene, id, { status: '02' });
}

async function calculateAgain({ caller, root }, id) {
  await caller.expect(200, 'PUT', `${root}${FIRE}/${id}/calc`);
}

async function vehicleStory(scene) {
  const { caller, root, known } = scene;
  const vehicle = vehicleApplication();
  const { client, bundleCode: _, ...rated } = vehicle;
  if (!(await caller.expect(200, 'POST', `${root}/mtr-api/resources/quotes/prices`, { json: { ...rated, clientAfm: client.afm } }))) return;
  const application = read(await caller.expect(201, 'POST', `${root}${MTR}`, { json: vehicle }));
  if (!application) return;
  const { id, premium } = application;
  keep(scene, id, { status: '01', policyNo: null, gross: premium.gross });
  const body = Buffer.from(`Άδεια ${randomUUID()} `.repeat(1 + Math.floor(Math.random() * 5000)));
  const options = { body, headers: { 'Content-Type': 'text/plain' } };
  const document = read(await caller.expect(201, 'POST', `${root}${MTR}/${id}/documents?fileName=a.txt&categoryId=4`, options));
  if (document) known.documents.set(document.fileId, createHash('sha256').update(body).digest('hex'));
  if (
    Math.random() < 0.5 &&
    !(await caller.expect(205, 'PUT', `${root}${MTR}/${id}/issuePrepay`).then((done) => done && prepaid(scene, id)))
  )
    return;
  await charge(scene, id, 'policyNo', `${root}${MTR}/${id}/issueCharge`);
}

async function charge(scene, id, field, path) {
  const policy = read(await scene.caller.expect(205, 'PUT', path));
  if (policy) keep(scene, id, { status: '50', policyNo: policy[field] });
}

function prepaid(scene, id) {
  keep(scene, id, { status: '45' });
  return true;
}

/** Lets the customer pay; the bank reports the payment once or twice. */
async function payByCode(scene, id) {
  const { caller, clerk, root } = scene;
  const path = `${root}/collection-api/applications/${id}/payment_code`;
  const due = read(await caller.expect(200, 'GET', path, { headers: { Accept: 'application/json' } }));
  if (!due) return;
  const json = {
    paymentCode: due.payment_code,
    amount: due.amount,
    reference: randomUUID(),
    valueDate: new Date().toISOString().slice(0, 10),
  };
  const advices = Math.random() < 0.3 ? 2 : 1;
  for (let turn = 0; turn < advices; turn += 1) if (!(await clerk.expect(200, 'POST', `${root}/backoffice-api/payments`, { json }))) return;
  const policy = read(await caller.expect(200, 'GET', `${root}${FIRE}/${id}`));
  if (policy) keep(scene, id, { status: '50', policyNo: policy.policy_no });
}

async function partyStory({ caller, root, known }) {
  const json = {
    afm: newAfm(),
    firstName: 'Γεώργιος',
    lastName: 'Παπαδόπουλος',
    birthdate: '1980-05-17',
    personType: '1',
    partyContacts: [{ contactType: 'MOBILE', contact: '6912345678', preferred: '1' }],
  };
  const party = read(await caller.expect(201, 'POST', `${root}/parties-api/resources/parties`, { json }));
  if (party) known.parties.set(party.partyId, json.afm);
}

async function requestStory({ caller, root, known }) {
  const json = { category: 'MOTOR-CLAIMS', subject: 'Αλλαγή διεύθυνσης', body: 'Νέα διεύθυνση από σήμερα.' };
  const request = read(await caller.expect(201, 'POST', `${root}/service-requests-api/resources/srs`, { json }));
  if (request) known.requests.add(request.serviceRequestId);
}

/** Reads the acknowledged data back at once, and common data with it. */
async function readStory({ caller, root, known, journal }) {
  await caller.expect(200, 'GET', `${root}/parameters-api/banks`);
  await caller.expect(200, 'GET', `${root}${FIRE}?limit=5`);
  const [id, kept] = [...known.applications].at(Math.floor(Math.random() * known.applications.size)) ?? [];
  if (!id || kept.status !== '50') return;
  await caller.expect(200, 'GET', `${root}/common-api/policy/applications/${id}/receipts`);
  const documents = read(await caller.expect(200, 'GET', `${root}/docs-api/policy/applications/${id}/documents`)) ?? [];
  const policy = documents.find(({ category_id: category }) => category === 28);
  const file = policy && (await caller.expect(200, 'GET', `${root}/docs-api/policy/applications/${id}/documents/${policy.id}`));
  if (file && createHash('sha256').update(file.body).digest('hex') !== policy.sha256)
    journal.fault(`the policy of ${id} is not what its digest says`);
}

function keep({ known }, id, state) {
  known.applications.set(id, { ...known.applications.get(id), ...state });
}

function read(response) {
  return response === null ? null : JSON.parse(response.body);
}

function pick(shares) {
  let at = Math.random() * shares.reduce((total, [share]) => total + share, 0);
  return shares.find(([share]) => (at -= share) < 0)[1];
}

const startDate = new Date(Date.now() + START_DATE_IN_DAYS * 86_400_000).toISOString().slice(0, 10);
const example = (name) => readFileSync(here(`../../examples/${name}`), 'utf8').replace('{{startDate}}', startDate);
const fireExample = example('fire-application.json');
const vehicleExample = example('vehicle-application.json');

function fireApplication() {
  return JSON.parse(fireExample.replaceAll('123456783', newAfm()));
}

function vehicleApplication() {
  return JSON.parse(vehicleExample.replaceAll('123456783', newAfm()).replace('{{plateNo}}', newPlate()));
}

async function post(url, headers, body) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (response.status !== 201) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response.json();
}
