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
import { athensDate, demoFile, here, note, readDemo, startCalls, title } from './calls.mjs';

const { WALKTHROUGH_SIGNUP } = process.env;
const environment = WALKTHROUGH_SIGNUP ? 'sandbox' : (process.env.WALKTHROUGH_ENVIRONMENT ?? 'production');
const out = process.env.WALKTHROUGH_OUT ?? here('out');
const START_IN_DAYS = 10;

const demo = readDemo();
const root = demo.baseUrl + (environment === 'sandbox' ? '/dev' : '');
const { send, close } = startCalls(root, demo.caFile);
const keys = WALKTHROUGH_SIGNUP ? await signUp() : demo;
const placeholders = { userKey: keys.userKey, startDate: athensDate(START_IN_DAYS), plateNo: anyPlate() };
mkdirSync(out, { recursive: true });

title('Request a token, valid for 30 minutes');
const { body: token } = await call('POST', '/auth-api/resources/tokens', { json: example('token-request.json') });
const bearer = { Authorization: `Bearer ${token.access_token}` };

title('Ask for the prices of every bundle for an apartment in Athens');
const { body: offers } = await call('POST', '/fire-api/pricing/calcbundles', { headers: bearer, json: example('fire-bundles.json') });
for (const offer of offers) note(`${offer.bundle_code} ${offer.title}: ${offer.pricing?.gross ?? '-'} EUR, status ${offer.status_code}`);

title('Apply: the application is checked, priced and stored');
const inserted = await call('POST', '/fire-api/rsc/applications', { headers: bearer, json: example('fire-application.json') });
const { id } = inserted.body;
note(`application ${inserted.body.application_no}, status ${inserted.body.status_code}, gross ${inserted.body.pricing.gross} EUR`);
assert.equal(inserted.body.status_code, '01');

title('Prepay: the price is fixed, the customer can pay');
const prepaid = await call('PUT', `/fire-api/rsc/applications/${id}/prepay`, { headers: bearer });
for (const link of prepaid.links) note(`${link.rel}: ${link.href}`);

title('Get the payment notification');
const notification = await call('GET', path(prepaid.links, 'notification'), { headers: bearer });
note(`payment code ${notification.headers['x-payment-code']}`);
save(`payment-notification.pdf`, notification);

title('Issue by charging the agent’s account');
const charged = await call('PUT', path(prepaid.links, 'issue'), { headers: bearer });
note(`policy ${charged.body.policy_no}, status ${charged.body.status_code}, gross ${charged.body.pricing.gross} EUR`);

title('Get the policy');
const policy = await call('GET', path(charged.links, 'policy'), { headers: bearer });
save('policy.pdf', policy);

title('Get the receipt');
const { body: receipt } = await call('GET', path(charged.links, 'receipt'), { headers: bearer });
note(`receipt ${receipt.receipt_no}: ${receipt.gross} EUR, ${receipt.status}`);

title('Raise the sum in the middle of the year: an amendment');
const {
  objects_insured: [flat],
} = inserted.body;
const changes = { objects_insured: [{ ...flat, insured_values: [{ group_cover: '01', insured_value: 180_000 }] }] };
const middle = new Date(Date.parse(placeholders.startDate) + 104 * 864e5).toISOString().slice(0, 10);
const change = JSON.stringify({ kind: 'CHANGE', effective_date: middle, reason: 'Αύξηση κεφαλαίου', changes });
const amendments = `/fire-api/rsc/applications/${id}/amendments`;
const { body: amendment } = await call('POST', amendments, { headers: bearer, json: change });
note(`amendment ${amendment.amendment_no} from ${middle}, status ${amendment.status}, ${amendment.due.gross} EUR to pay`);
const { body: issued } = await call('PUT', `${amendments}/1/charge`, { headers: bearer });
assert.equal(issued.status, '50');

title('Get the act of the amendment');
const documents = `/docs-api/policy/applications/${id}/documents`;
const act = (await call('GET', documents, { headers: bearer })).body.find((document) => document.category_id === 33);
save('amendment.pdf', await call('GET', `${documents}/${act.id}`, { headers: bearer }));

assert.equal(charged.body.status_code, '50');
assert.equal(charged.body.pricing.gross, 332.64);
console.log(`\nDone: policy ${charged.body.policy_no} of application ${id}, status 50, 332.64 EUR.`);

title('Ask for the prices of every bundle for a vehicle');
const vehicle = example('vehicle-application.json');
const { body: quotes } = await call('POST', '/mtr-api/resources/quotes/prices', { headers: bearer, json: quoteOf(vehicle) });
for (const { bundleCode, bundleTitle, premium } of quotes.bundles) note(`${bundleCode} ${bundleTitle}: ${premium?.gross ?? '-'} EUR`);

title('Apply for the vehicle');
const { body: car } = await call('POST', '/mtr-api/resources/applications', { headers: bearer, json: vehicle });
note(`application ${car.applicationNo}, plate ${car.plateNo}, status ${car.statusCode}, gross ${car.premium.gross} EUR`);
assert.equal(car.statusCode, '01');

title('Upload the registration certificate');
const upload = { ...bearer, 'Content-Type': 'text/plain' };
const query = `fileName=${encodeURIComponent('Άδεια κυκλοφορίας.txt')}&categoryId=4`;
const certificate = { headers: upload, json: `Αριθμός κυκλοφορίας ${car.plateNo}` };
const { body: document } = await call('POST', `/mtr-api/resources/applications/${car.id}/documents?${query}`, certificate);
note(`document ${document.fileId}: ${document.fileName}, ${document.docCategoryDescr}`);

title('Prepay and charge the vehicle');
await call('PUT', `/mtr-api/resources/applications/${car.id}/issuePrepay`, { headers: bearer });
const { body: carPolicy, links } = await call('PUT', `/mtr-api/resources/applications/${car.id}/issueCharge`, { headers: bearer });
save('vehicle-policy.pdf', await call('GET', path(links, 'policy'), { headers: bearer }));
assert.equal(carPolicy.statusCode, '50');
console.log(`\nDone: vehicle policy ${carPolicy.policyNo} of application ${car.id}, status 50, ${carPolicy.premium.gross} EUR.`);
console.log('To receive these changes as events, see docs/events.md and npm run listen.');
close();

/** Signs up to the sandbox with a mail address, and returns a key, a user-key and an agent. */
async function signUp() {
  title('Sign up to the sandbox, which sends a mail');
  const email = `${randomUUID()}@broker.example`;
  const json = JSON.stringify({ name: 'Μαρία Παπαδοπούλου', email, programName: 'Walkthrough' });
  await call('POST', '/backoffice-api/signup', { json });
  const outbox = join(dirname(demoFile), 'outbox');
  const mails = readdirSync(outbox).map((name) => readFileSync(join(outbox, name), 'utf8'));
  const [, token] = /verify\?token=(\w+)/.exec(mails.find((mail) => mail.includes(`To: ${email}`)));

  title('Confirm with the link of the mail: the keys are shown once');
  const { body } = await call('POST', `/backoffice-api/signup/verify?token=${token}`);
  note(`agent ${body.agentCode}`);
  return body;
}

/** Returns an example with its {{placeholders}} replaced. */
function example(name) {
  return readFileSync(here(name), 'utf8').replace(/\{\{(\w+)\}\}/g, (_, key) => placeholders[key]);
}

/** Returns a random plate, which most probably is not insured yet. */
function anyPlate() {
  const letters = 'ABEZHIKMNOPTYX';
  const letter = () => letters[Math.floor(Math.random() * letters.length)];
  return `${letter()}${letter()}${letter()}${1000 + Math.floor(Math.random() * 9000)}`;
}

/** Returns the fields of an application that a quote needs, without a bundle. */
function quoteOf(text) {
  const { client, bundleCode, ...rated } = JSON.parse(text);
  return JSON.stringify({ ...rated, clientAfm: client.afm });
}

function path(links, rel) {
  const link = links.find((candidate) => candidate.rel === rel);
  assert.ok(link, `the response has no link ${rel}`);
  return link.href.slice(root.length);
}

function save(name, { body, headers }) {
  assert.equal(headers['content-type'], 'application/pdf');
  const file = join(out, name);
  writeFileSync(file, body);
  note(relative(process.cwd(), file));
}

/** Sends one call of the program, with its key. */
function call(method, target, { headers = {}, json } = {}) {
  const key = target.startsWith('/backoffice-api/') ? {} : { 'X-Api-Key': keys.apiKey };
  return send(method, target, { body: json, headers: { ...(json ? { 'Content-Type': 'application/json' } : {}), ...key, ...headers } });
}
