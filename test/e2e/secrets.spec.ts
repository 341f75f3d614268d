import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { DemoFile } from '../../src/backoffice/administration/demo/demo-file.js';
import { addDays, toLocalDate } from '../../src/common/athens.js';
import { createKeySecret } from '../../src/identity/secret.js';
import { type HttpResponse, type CallOptions, Client } from '../support/client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { buildFireBody } from '../support/fire.js';
import { findFreePort } from '../support/program.js';
import { buildMotorBody } from '../support/motor.js';
import { buildServer, QUICK_SCRYPT } from '../support/process.js';

/** Runs the product with its demo and collects every secret; none may appear where it was not issued. */
let database: TestDatabase;
let demo: DemoFile;
let client: Client;
let log = '';
let stopProduct: () => Promise<void>;
let adminPort: number;
const responses: string[] = [];
/** Names by secret. */
const secrets = new Map<string, string>();

beforeAll(async () => {
  await buildServer();
  database = await createTestDatabase();
  adminPort = await findFreePort();
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: database.url,
    DATA_DIR: database.config.dataDir,
    DATABASE_POOL_SIZE: '4',
    SECRETS_KEY: secret('key of secrets', randomBytes(32).toString('base64')),
    PORT: '0',
    HTTPS_PORT: '0',
    ADMIN_PORT: String(adminPort),
    DEMO: 'true',
    LOG_LEVEL: 'debug',
    TRUST_PROXY: '127.0.0.1',
  };
  const child = spawn(process.execPath, [...QUICK_SCRYPT, 'dist/src/main.js'], { env });
  const ended = once(child, 'close');
  stopProduct = async () => void (child.kill('SIGTERM'), await ended);
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        log += text;
        if (log.includes('"Serving"')) resolve();
      });
    }
    void ended.then(() => reject(new Error(log)));
  });
  client = new Client({ port: Number(/"http":"http:\/\/[^"]*:(\d+)"/.exec(log)?.[1]) }, { 'X-Forwarded-Proto': 'https' });
  demo = JSON.parse(await readFile(join(database.config.dataDir, 'demo.json'), 'utf8')) as DemoFile;
}, 120_000);
afterAll(async () => {
  await stopProduct();
  await database.drop();
});

function secret(name: string, value: string = createKeySecret()): string {
  secrets.set(value, name);
  return value;
}

/** Records a response without its one issued secret; throws for an unexpected status. */
function seen(status: number, response: HttpResponse, issued = ''): HttpResponse {
  if (response.status !== status) throw new Error(`${response.status} instead of ${status}: ${response.text}`);
  const text = `${JSON.stringify(response.headers)} ${response.text}`;
  responses.push(issued === '' ? text : text.replaceAll(issued, ''));
  return response;
}

function basic(user: string, password = ''): CallOptions {
  return { headers: { Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` } };
}

/** Sends wrong keys in every place and format, and correct ones where they do not belong. */
async function knockWithKeys(apiKey: string): Promise<void> {
  const path = '/fire-api/rsc/applications';
  const almost = secret('a key with a slip', apiKey.slice(0, -1) + (apiKey.endsWith('x') ? 'y' : 'x'));
  for (const format of ['json', 'xml', 'csv', 'html']) {
    seen(403, await client.get(`${path}?format=${format}`, { headers: { 'X-Api-Key': secret(`wrong key in the header, ${format}`) } }));
    seen(403, await client.get(`${path}?format=${format}&api_key=${secret(`wrong key in the query, ${format}`)}`));
    seen(403, await client.get(`${path}?format=${format}`, basic(secret(`wrong key of Basic, ${format}`), secret('its password'))));
    seen(404, await client.get(`/no-such-api/${apiKey}.${format}?api_key=${apiKey}`));
  }
  seen(403, await client.get(path, { headers: { 'X-Api-Key': [apiKey, almost] } }));
  seen(403, await client.get(`${path}?api_key=${almost}&api_key=${apiKey}`));
  seen(400, await new Client({ port: Number(new URL(demo.httpUrl).port) }).get(`${path}?api_key=${apiKey}`));
  seen(
    400,
    await client
      .withKey(apiKey)
      .withToken(await getToken('/auth-api/resources/tokens'))
      .get(`${path}/${apiKey}`),
  );
}

/** Requests a token of the demo's agent. */
async function getToken(path: string, root = ''): Promise<string> {
  const response = await client.withKey(demo.apiKey).post(root + path, { 'user-key': demo.userKey });
  const token = secret(`token of ${root}${path}`, response.json<{ token: string }>().token);
  seen(201, response, token);
  return token;
}

/** Sends requests to the token routes that succeed, and that fail in every way. */
async function askForTokens(path: string): Promise<void> {
  const program = client.withKey(demo.apiKey);
  const refusals: readonly [number, unknown][] = [
    [401, { 'user-key': secret('wrong user-key') }],
    [401, { 'user-key': demo.secondAgent.userKey }],
    [403, { 'user-key': demo.userKey, 'agent-code': '10002' }],
    [400, { 'user-key': [demo.userKey] }],
    [400, { userKey: demo.userKey }],
  ];
  for (const [status, body] of refusals) seen(status, await program.post(path, body));
  seen(400, await program.call('POST', path, { body: `{"user-key": "${demo.userKey}"`, headers: { 'Content-Type': 'application/json' } }));
  seen(415, await program.call('POST', path, { body: `user-key=${demo.userKey}`, headers: { 'Content-Type': 'text/plain' } }));
  const token = await getToken(path);
  seen(401, await program.withToken(token).get('/dev/fire-api/rsc/applications'));
  seen(401, await client.withKey(demo.secondAgent.apiKey).withToken(token).get('/fire-api/rsc/applications'));
  seen(401, await program.withToken(secret('wrong token')).get('/fire-api/rsc/applications'));
}

/** Issues a policy of each line with the key in the query, so that Location and Link could reveal it. */
async function issuePolicies(root: '' | '/dev'): Promise<void> {
  const key = `api_key=${demo.apiKey}`;
  const agent = client.withToken(await getToken('/auth-api/resources/tokens', root));
  const today = toLocalDate(new Date());
  const fire = `${root}/fire-api/rsc/applications`;
  const inserted = seen(201, await agent.post(`${fire}?${key}`, buildFireBody(today)));
  expect(inserted.headers.location).toMatch(/\/fire-api\/rsc\/applications\/\d+$/);
  await agent.post(`${fire}?${key}`, buildFireBody(today)).then((response) => seen(201, response));
  const page = seen(200, await agent.get(`${fire}?${key}&start=1&limit=1`));
  expect(page.headers.link).toContain('rel="next"');
  const { id } = inserted.json<{ id: number }>();
  seen(400, await agent.put(`${fire}/${id}?${key}`, { fire_application: { client: { afm: secret('a key for an AFM') } } }));
  seen(205, await agent.put(`${fire}/${id}/prepay?${key}`));
  const prepaid = await agent.put(`${root}/collection-api/applications/${id}/charge?${key}`);
  expect(seen(205, prepaid).headers.link).toContain('rel="policy"');
  const refused = seen(400, await agent.get(`${root}/collection-api/applications/${id}/payment_code?${key}`));
  expect(refused.headers.link).toContain('rel="policy"');
  seen(200, await agent.get(`${root}/common-api/policy/applications/${id}/receipts?${key}`));
  const documents = seen(200, await agent.get(`${root}/docs-api/policy/applications/${id}/documents?${key}`)).json<{ id: number }[]>();
  for (const document of documents)
    seen(200, await agent.get(`${root}/docs-api/policy/applications/${id}/documents/${document.id}?${key}`));

  const mtr = `${root}/mtr-api/resources/applications`;
  const vehicle = buildMotorBody({ policyStartDate: addDays(today, 10) });
  const { id: vehicleId } = seen(201, await agent.post(`${mtr}?${key}`, vehicle)).json<{ id: number }>();
  seen(205, await agent.put(`${mtr}/${vehicleId}/issueCharge?${key}`));
  seen(200, await agent.get(`${mtr}?${key}&start=1&limit=1`));
  seen(200, await agent.get(`${mtr}/${vehicleId}/details?${key}`));
}

/** Creates webhooks with an `Idempotency-Key`, so that responses are cached. */
async function makeWebhooks(root: '' | '/dev'): Promise<void> {
  const agent = client.withToken(await getToken('/auth-api/resources/tokens', root)).withKey(demo.apiKey);
  const path = `${root}/events-api/resources/webhooks`;
  const issue = async (status: number, name: string, to: string, body?: object): Promise<number> => {
    const call = (): Promise<HttpResponse> => agent.post(to, body, { headers: { 'Idempotency-Key': name } });
    const response = await call();
    const { id, secret: value } = response.json<{ id: number; secret: string }>();
    seen(status, response, secret(`${name} of ${root}`, value));
    secret(`bytes of the ${name} of ${root}`, Buffer.from(value.slice('whsec_'.length), 'base64').toString('hex'));
    seen(status, await call());
    return id;
  };
  const id = await issue(201, 'secret of a webhook', path, { url: 'https://agency.example/hook', description: 'ERP' });
  await issue(200, 'rotated secret of a webhook', `${path}/${id}/rotate`);
  seen(202, await agent.post(`${path}/${id}/test`));
  for (const one of [path, `${path}/${id}`, `${path}/${id}/deliveries`]) seen(200, await agent.get(one));
}

/** Uses sessions, and replaces keys and user-keys of staff. */
async function useBackOffice(): Promise<void> {
  const office = '/backoffice-api';
  const { admin, agent } = demo.staff;
  seen(401, await client.post(`${office}/sessions`, { email: admin.email, password: secret('wrong password') }));
  const signIn = async ({ email, password }: { email: string; password: string }): Promise<Client> => {
    const response = await client.post(`${office}/sessions`, { email, password });
    const token = secret(`session of ${email}`, response.json<{ token: string }>().token);
    seen(201, response, token);
    return client.withToken(token);
  };
  const staff = await signIn(admin);
  const { items } = seen(200, await staff.get(`${office}/api-keys`)).json<{ items: { id: number; programId: number }[] }>();
  const terms = { name: 'Portal', services: ['fire-api'], environments: ['sandbox'], ipAddresses: ['10.0.0.0/8'] };
  const made = await staff.post(`${office}/api-keys`, { ...terms, programId: items[0]?.programId });
  const { id, apiKey } = made.json<{ id: number; apiKey: string }>();
  seen(201, made, secret('new API key', apiKey));
  seen(403, await client.withKey(apiKey).get('/dev/fire-api/rsc/applications'));
  const rotated = await staff.post(`${office}/api-keys/${id}/rotate`, {});
  seen(201, rotated, secret('rotated API key', rotated.json<{ apiKey: string }>().apiKey));
  for (const path of ['api-keys', `api-keys/${id}`, 'programs', 'users', 'audit']) seen(200, await staff.get(`${office}/${path}`));
  const holder = await signIn(agent);
  const userKey = await holder.post(`${office}/user-keys`, { programId: items[0]?.programId });
  seen(201, userKey, secret('new user-key', userKey.json<{ userKey: string }>().userKey));
  const recreated = await holder.post(`${office}/user-keys/${userKey.json<{ id: number }>().id}/recreate`);
  seen(201, recreated, secret('recreated user-key', recreated.json<{ userKey: string }>().userKey));
  seen(200, await holder.get(`${office}/user-keys`));
  seen(401, await client.withToken(secret('wrong session')).get(`${office}/user-keys`));
  const changed = secret('new password', 'seven silver kites fell');
  seen(204, await holder.put(`${office}/passwords/mine`, { old: agent.password, new: changed }));
  seen(400, await client.get(`${office}/passwords?token=${secret('wrong one-time token')}`));
}

/** Reads each row of each table as text, with bytes in hexadecimal. */
async function allRows(): Promise<string> {
  const connection = new pg.Client({ connectionString: database.url });
  await connection.connect();
  try {
    const { rows: tables } = await connection.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const texts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await connection.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
      texts.push(...rows.map(({ row }) => `${name} ${row}`));
    }
    return texts.join('\n');
  } finally {
    await connection.end();
  }
}

/** Returns the value as text, in hexadecimal, and in base64 as Basic authentication or a data URL would contain it. */
function listForms(value: string): string[] {
  const bytes = Buffer.from(value);
  return [value, bytes.toString('hex'), bytes.subarray(0, bytes.length - (bytes.length % 3)).toString('base64')];
}

it('no key, user-key, token or password of a run is in a table, the log, the metrics or a response that did not issue it', async () => {
  secret('API key', demo.apiKey);
  secret('user-key', demo.userKey);
  secret('second API key', demo.secondAgent.apiKey);
  secret('second user-key', demo.secondAgent.userKey);
  secret('user-key of the supervisor', demo.supervisor.userKey);
  for (const [role, { password }] of Object.entries(demo.staff)) secret(`password of ${role}`, password);
  await knockWithKeys(demo.apiKey);
  for (const path of ['/auth-api/resources/tokens', '/parameters-api/tokens', '/mtr-api/resources/tokens']) await askForTokens(path);
  for (const root of ['', '/dev'] as const) await issuePolicies(root);
  for (const root of ['', '/dev'] as const) await makeWebhooks(root);
  seen(200, await client.get(`/auth-api/resources/usage?api_key=${demo.apiKey}`));
  await useBackOffice();
  const metrics = await new Client({ port: adminPort }).get('/metrics');
  await stopProduct();

  const places = { log, metrics: metrics.text, answers: responses.join('\n'), tables: await allRows() };
  // Values that each place must contain, so that an empty one does not pass.
  const { issuing } = demo.staff;
  expect(places.log).toContain('/mtr-api/resources/applications/:application/issueCharge');
  expect(places.metrics).toContain('/fire-api/rsc/applications/:id');
  expect(places.tables).toContain(demo.apiKey.slice(0, 6));
  expect(places.tables).toContain(issuing.email);
  expect(places.tables).toMatch(/^gateway\.call_log_\d{8} .*,\/mtr-api\/resources\/applications\/:application\/issueCharge,/m);
  expect(secrets.size).toBeGreaterThan(35);
  const found = [...secrets].flatMap(([value, name]) =>
    Object.entries(places).flatMap(([place, text]) =>
      listForms(value).some((form) => text.includes(form)) ? [`${name} in ${place}`] : [],
    ),
  );
  expect(found).toEqual([]);
  const rowsOf = (names: RegExp): string =>
    places.tables
      .split('\n')
      .filter((row) => names.test(row))
      .join('\n');
  // Bodies of the sandbox have the persons of its test data (console.192).
  const reported = rowsOf(
    /^gateway\.call_log\S* .*,production,|^(production|sandbox)\.(event|event_position|webhook|webhook_delivery|webhook_attempt) /,
  );
  for (const event of ['policy.issued', 'receipt.paid', 'document.created']) expect(reported).toContain(event);
  // The last two are the beginning of the plate in Greek and in Latin letters.
  for (const person of ['Παπαδοπούλου', '123456783', issuing.email, 'Ελένη', 'ΙΖΧ', 'IZX'])
    expect(places.log + places.metrics + reported).not.toContain(person);
}, 60_000);
