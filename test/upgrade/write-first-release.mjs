// Writes the data of the upgrade test, once: calls a running server of the first release (1.0.0, whose migrations are
// the baseline) and stores its responses.
//
//   createdb first_release    (Postgres 15, the oldest that is supported.)
//   DATABASE_URL=… DATA_DIR=… DEMO=true TRUST_PROXY=127.0.0.1 npm start
//   node test/upgrade/write-first-release.mjs <DATA_DIR>/demo.json first-release.json
// Stop the server. Then:
//   pg_dump --no-owner --inserts --rows-per-insert=200 --exclude-table='gateway.call_log_*' first_release >all.sql
//   grep -v '^\\' all.sql >first-release.sql
//   brotli --rm -q 11 first-release.json first-release.sql
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const [, , demoFile, target] = process.argv;
const demo = JSON.parse(readFileSync(demoFile, 'utf8'));
const example = (name, fields) =>
  JSON.parse(readFileSync(new URL(`../../examples/${name}`, import.meta.url), 'utf8').replace(/\{\{(\w+)\}\}/g, (_, key) => fields[key]));
const START_DATE = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);

async function send(headers, method, path, body) {
  const isText = typeof body === 'string';
  const response = await fetch(demo.httpUrl + path, {
    method,
    headers: { 'X-Forwarded-Proto': 'https', ...headers, ...(body && { 'Content-Type': isText ? 'text/plain' : 'application/json' }) },
    body: body && (isText ? body : JSON.stringify(body)),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.status >= 400) throw new Error(`${method} ${path}: ${response.status} ${bytes.toString()}`);
  const isJson = response.headers.get('content-type')?.startsWith('application/json') && bytes.length > 0;
  if (isJson) return { status: response.status, body: JSON.parse(bytes.toString()) };
  return { status: response.status, sha256: createHash('sha256').update(bytes).digest('hex') };
}

async function agent({ apiKey, userKey }, root) {
  const { body } = await send({ 'X-Api-Key': apiKey }, 'POST', `${root}/auth-api/resources/tokens`, { 'user-key': userKey });
  return { root, headers: { 'X-Api-Key': apiKey, Authorization: `Bearer ${body.token}` } };
}
async function staff(role) {
  const { body } = await send({}, 'POST', '/backoffice-api/sessions', demo.staff[role]);
  return { root: '', headers: { Authorization: `Bearer ${body.token}` } };
}
const callers = {
  agent: await agent(demo, ''),
  agentInSandbox: await agent(demo, '/dev'),
  secondAgent: await agent(demo.secondAgent, ''),
  admin: await staff('admin'),
  underwriter: await staff('underwriter'),
};

const call = (caller, method, path, body) => send(callers[caller].headers, method, callers[caller].root + path, body);
const found = [];
/** Calls a path and records the response. */
async function keep(caller, path) {
  const response = await call(caller, 'GET', path);
  found.push({ caller, path, ...response });
  return response.body;
}

const FIRE = '/fire-api/rsc/applications';
const MOTOR = '/mtr-api/resources/applications';
const fireBody = (change = () => undefined) => {
  const body = example('fire-application.json', { startDate: START_DATE });
  change(body.fire_application);
  return body;
};
let plates = 4100;
const motorBody = (change = {}) => ({
  ...example('vehicle-application.json', { startDate: START_DATE, plateNo: `BHK${++plates}` }),
  ...change,
});

/** Inserts an application and runs the actions on it. */
async function fire(caller, change, ...actions) {
  const { body } = await call(caller, 'POST', FIRE, fireBody(change));
  for (const action of actions) await act(caller, body.id, action);
  return body.id;
}
async function act(caller, id, action) {
  if (action === 'delete') return call(caller, 'DELETE', `${FIRE}/${id}`);
  if (action === 'charge') return call(caller, 'PUT', `/collection-api/applications/${id}/charge`);
  if (typeof action === 'object') return call('underwriter', 'POST', `/backoffice-api/applications/${id}/decisions`, action);
  return call(caller, 'PUT', `${FIRE}/${id}/${action}`);
}

const isIllegal = (application) => (application.objects_insured[0].illegal = '1');
const ids = {
  incomplete: await fire('agent', (application) => (application.objects_insured[0].insured_values = [])),
  priced: await fire('agent'),
  deleted: await fire('agent', undefined, 'delete'),
  referred: await fire('agent', isIllegal),
  asked: await fire('agent', isIllegal, 'request_approval'),
  returned: await fire('agent', isIllegal, 'request_approval', {
    decision: 'return',
    messages: [{ text: 'Παρακαλούμε για φωτογραφίες.' }],
  }),
  declined: await fire('agent', isIllegal, 'request_approval', { decision: 'decline', messages: [{ text: 'Δεν ασφαλίζεται.' }] }),
  approved: await fire('agent', isIllegal, 'request_approval', { decision: 'approve' }),
  prepaid: await fire('agent', undefined, 'prepay'),
  policy: await fire('agent', (application) => (application.pay_frequency_in_months = 6), 'prepay', 'charge'),
  other: await fire('secondAgent'),
};
const sandbox = await fire('agentInSandbox', undefined, 'prepay');
const car = (await call('agent', 'POST', MOTOR, motorBody())).body.id;
const carPolicy = (await call('agent', 'POST', MOTOR, motorBody({ payFrequencyInMonths: 3 }))).body.id;
await call('agent', 'POST', `${MOTOR}/${car}/documents?fileName=licence.txt&categoryId=4`, 'Άδεια κυκλοφορίας BHK4101');
await call('agent', 'PUT', `${MOTOR}/${carPolicy}/issuePrepay`);
await call('agent', 'PUT', `${MOTOR}/${carPolicy}/issueCharge`);
await call(
  'agent',
  'POST',
  `/docs-api/policy/applications/${ids.priced}/documents?file_name=title.txt&mime_type=text%2Fplain&category_id=12`,
  'Τίτλος κυριότητας',
);
await act('agent', ids.priced, 'edit');
await call(
  'agent',
  'PUT',
  `${FIRE}/${ids.priced}`,
  fireBody((application) => (application.objects_insured[0].square_meters = 101)),
);

const person = {
  afm: '090000045',
  lastName: 'Παπαδόπουλος',
  firstName: 'Γεώργιος',
  fathersName: 'Ιωάννης',
  birthdate: '1980-05-17',
  gender: '1',
};
const party = (await call('agent', 'POST', '/parties-api/resources/parties', { ...person, occupationCode: '2310', personType: '1' })).body;
const request = { category: 'MOTOR-CLAIMS', subject: 'Αλλαγή διεύθυνσης', body: 'Ο πελάτης μετακόμισε στην Πάτρα.' };
const asked = (await call('agent', 'POST', '/service-requests-api/resources/srs', request)).body;
await call('admin', 'POST', '/backoffice-api/agents', {
  code: '10077',
  name: 'Μεσιτική Θεσσαλονίκης',
  type: 'broker',
  creditLimit: 50_000,
});
const user = { email: 'maria@broker.example', name: 'Μαρία Παπαδοπούλου', role: 'agent', agentCode: '10077' };
await call('admin', 'POST', '/backoffice-api/users', user);
const program = (await call('admin', 'POST', '/backoffice-api/programs', { name: 'Broker portal', owner: 'portal@broker.example' })).body;
const key = { name: 'Portal', programId: program.id, services: ['auth-api', 'fire-api'], environments: ['sandbox'] };
await call('admin', 'POST', '/backoffice-api/api-keys', key);

for (const id of Object.values(ids)) {
  if (id === ids.deleted) continue;
  const caller = id === ids.other ? 'secondAgent' : 'agent';
  await keep(caller, `${FIRE}/${id}`);
  await keep('underwriter', `/backoffice-api/applications/${id}`);
}
for (const [caller, id] of [
  ['agent', ids.policy],
  ['agent', ids.priced],
  ['agent', carPolicy],
]) {
  // Documents are printed shortly after the charge.
  await sleep(3000);
  const documents = `/docs-api/policy/applications/${id}/documents`;
  for (const document of await keep(caller, documents)) await keep(caller, `${documents}/${document.id}`);
  if (id === ids.priced) continue;
  for (const { receipt_no } of await keep(caller, `/common-api/policy/applications/${id}/receipts`))
    await keep(caller, `/common-api/policy/applications/${id}/receipts/${receipt_no}`);
}
await keep('agentInSandbox', `${FIRE}/${sandbox}`);
await keep('agent', `${FIRE}?limit=50`);
await keep('agent', `${FIRE}?type=POLICY`);
for (const id of [car, carPolicy]) for (const tail of ['', '/details', '/documents']) await keep('agent', `${MOTOR}/${id}${tail}`);
await keep('agent', MOTOR);
for (const path of ['/mtr-api/resources/policies', `/mtr-api/resources/policies/${carPolicy}`]) await keep('agent', path);
await keep('agent', '/parties-api/resources/parties?afm=090000045');
await keep('agent', `/parties-api/resources/parties/${party.partyId ?? party.id}`);
await keep('agent', '/parties-api/resources/parties?afm=123456783');
for (const path of ['/service-requests-api/resources/srs', `/service-requests-api/resources/srs/${asked.serviceRequestId}`])
  await keep('agent', path);
for (const list of ['agents', 'agents/10001', 'agents/10077', 'programs', 'api-keys', 'users', 'service-requests'])
  await keep('admin', `/backoffice-api/${list}`);
await keep('underwriter', '/backoffice-api/applications');
await keep('admin', '/backoffice-api/audit?limit=50');

const { apiKey, userKey, secondAgent, staff: accounts } = demo;
const secrets = { apiKey, userKey, secondAgent, staff: { admin: accounts.admin, underwriter: accounts.underwriter } };
writeFileSync(target, `${JSON.stringify({ writtenAt: new Date().toISOString(), secrets, found })}\n`);
console.log(`${found.length} answers kept`);
