import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { DemoFile } from '../../src/backoffice/administration/demo/demo-file.js';
import { SystemClock } from '../../src/common/clock.js';
import { ApiKeyRegistry, type KeyTerms } from '../../src/identity/api-key-registry.js';
import { Store } from '../../src/store/store.js';
import { Client } from '../support/client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { createImageFolder, readImageFile } from '../support/image-tree.js';
import { NodeProcess } from '../support/node-process.js';
import { buildServer } from '../support/process.js';
import { findFreeProxyPorts, hasNginx, Proxy, type ProxyPorts } from '../support/proxy.js';
import { hasRedis, RedisServer } from '../support/redis-server.js';
import { createTemporaryFolder } from '../support/temporary.js';

const ROOT = join(import.meta.dirname, '../..');
const START_TIMEOUT_MS = 240_000;
const PATH = '/auth-api/resources/tokens';

const TERMS: KeyTerms = {
  name: 'test',
  status: 'active',
  services: ['auth-api'],
  environments: ['production'],
  ipAddresses: [],
  ratePerHour: 9,
  ratePerDay: null,
  serviceRates: {},
};

async function imageFolder(): Promise<string> {
  const folder = await createTemporaryFolder('disk');
  await createImageFolder(await readImageFile(), folder);
  return folder;
}

const describeWithAll = [hasRedis(), hasNginx()].every(Boolean) ? describe : describe.skip;

// The topology of docker-compose.yml without containers.
describeWithAll('A TLS proxy before two nodes, a database and Redis', () => {
  let database: TestDatabase;
  let store: Store;
  let redis: RedisServer;
  let image: string;
  let nodes: NodeProcess[] = [];
  let proxy: Proxy;
  let ports: ProxyPorts;
  let secure: Client;
  let plain: Client;
  let dataDir: string;

  beforeAll(async () => {
    await buildServer();
    // The database is empty: the nodes start together, and one of them migrates.
    [database, redis, image, ports] = await Promise.all([
      createTestDatabase({}, 'empty'),
      RedisServer.start(),
      imageFolder(),
      findFreeProxyPorts(),
    ]);
    dataDir = join(database.config.dataDir, 'one');
    const shared = {
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      PUBLIC_URL: `https://127.0.0.1:${ports.https}`,
      NODE_ENV: 'production',
    };
    nodes = await Promise.all([
      NodeProcess.start({ ...shared, DATA_DIR: dataDir, DEMO: 'true' }, image),
      NodeProcess.start({ ...shared, DATA_DIR: join(database.config.dataDir, 'two') }, image),
    ]);
    proxy = await Proxy.start(
      ports,
      nodes.map((node) => node.port),
      join(dataDir, 'tls'),
    );
    store = await Store.open(database.config);
    secure = new Client({ port: ports.https, ca: await readFile(join(dataDir, 'tls/cert.pem'), 'utf8') });
    plain = new Client({ port: ports.http });
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await proxy.stop();
    await Promise.all(nodes.map((node) => node.stop()));
    await store.close();
    await redis.remove();
    await database.drop();
    await rm(image, { recursive: true, force: true });
  });

  async function newKey(changes: Partial<KeyTerms> = {}): Promise<string> {
    const registry = new ApiKeyRegistry(new SystemClock(), database.config);
    const { apiKey } = await store.transaction('gateway', async (tx) =>
      registry.createKey(tx, await registry.createProgram(tx, { name: 'Program', owner: 'Owner' }), { ...TERMS, ...changes }),
    );
    return apiKey;
  }

  it('the nodes behind a proxy migrate once', () => {
    const migrated = nodes.map((node) => /Schema gateway: \d+ migrations run/.test(node.log));
    expect(migrated.toSorted()).toEqual([false, true]);
  });

  it('the walkthrough works behind a proxy', async () => {
    const env = { PATH: process.env.PATH ?? '', WALKTHROUGH_DEMO: join(dataDir, 'demo.json'), WALKTHROUGH_OUT: join(dataDir, 'out') };
    const child = spawn(process.execPath, ['examples/walkthrough.mjs'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    expect(`${code} ${output}`).toMatch(/^0 [^]*Done: policy \w+ of application \d+, status 50, 332\.64 EUR\./);
    // Both nodes served calls.
    await Promise.all(nodes.map((node) => node.waitForLog(/"msg":"call".*"route":"\/(fire|collection|auth)-api/)));
  }, 60_000);

  it('the proxy compresses lists on request, and keeps the tags of applications strong', async () => {
    const demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as DemoFile;
    const caller = secure.withKey(demo.apiKey);
    const token = (await caller.post(PATH, { 'user-key': demo.userKey })).json().token as string;
    const agent = caller.with({ Authorization: `Bearer ${token}` });
    const compressing = agent.undescribed().with({ 'Accept-Encoding': 'gzip' });
    const plainly = await agent.get('/parameters-api/nationalities');
    const compressed = await compressing.get('/parameters-api/nationalities');
    expect([plainly.status, compressed.status]).toEqual([200, 200]);
    expect(plainly.headers['content-encoding']).toBeUndefined();
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', etag: `W/${plainly.headers.etag}` });
    expect(compressed.headers.vary).toContain('Accept-Encoding');
    expect(gunzipSync(compressed.bytes).toString()).toBe(plainly.text);
    expect(compressed.bytes.length).toBeLessThan(plainly.bytes.length / 3);
    const known = { 'If-None-Match': compressed.headers.etag ?? '' };
    expect((await compressing.with(known).get('/parameters-api/nationalities')).status).toBe(304);
    // The application inserted by the walkthrough.
    const application = await compressing.get('/fire-api/rsc/applications/1');
    expect([application.status, application.headers['content-encoding']]).toEqual([200, undefined]);
    expect(application.headers.etag).toMatch(/^"/);
    for (const path of ['/openapi.json', '/docs/', '/dev/parameters-api/banks'])
      expect([path, (await compressing.get(path)).status]).toEqual([path, path.startsWith('/dev') ? 401 : 200]);
  });

  it('a call on the plain port gets HTTPS_REQUIRED, whatever the caller claims', async () => {
    const response = await plain.withKey(await newKey()).post(PATH, {}, { headers: { 'X-Forwarded-Proto': 'https' } });
    expect([response.status, response.json().error]).toEqual([400, { code: 'HTTPS_REQUIRED', message: expect.any(String) as string }]);
  });

  it('the address of the caller is the one that the proxy adds, not the one the caller sends', async () => {
    const mine = secure.withKey(await newKey({ ipAddresses: ['127.0.0.1'] }));
    const others = secure.withKey(await newKey({ ipAddresses: ['10.9.8.7'] }));
    const headers = { 'X-Forwarded-For': '10.9.8.7' };
    expect((await mine.post(PATH, {}, { headers })).status).toBe(400);
    expect((await others.post(PATH, {}, { headers })).status).toBe(403);
  });

  it('the nodes behind a proxy admit exactly the limit', async () => {
    const client = secure.withKey(await newKey({ ratePerHour: 9 }));
    const responses = await Promise.all(Array.from({ length: 30 }, () => client.post(PATH, {})));
    expect(responses.filter(({ status }) => status === 400)).toHaveLength(9);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(21);
  });

  it('the proxy leaves paths and limits to the gateway', async () => {
    const client = secure.withKey(await newKey());
    expect((await client.post(`/${PATH}`, {})).json()).toMatchObject({ error: { code: 'NOT_FOUND' } });
    const large = await client.call('POST', PATH, { body: Buffer.alloc(1_100_000, 32), headers: { 'Content-Type': 'application/json' } });
    expect([large.status, large.json().error]).toEqual([413, '-108']);
  });

  // The last two tests stop nodes.
  it('the proxy skips a node that is gone', async () => {
    await nodes.shift()!.stop();
    const client = secure.withKey(await newKey({ ratePerHour: 50 }));
    for (let call = 0; call < 20; call += 1) expect((await client.post(PATH, {})).status).toBe(400);
  });

  it('the proxy responds with -2 and the headers of every response when no node is left, and logs no key', async () => {
    await nodes.shift()!.stop();
    const key = await newKey();
    // The proxy itself responds, without the timing headers that the document describes.
    const response = await secure.undescribed().get(`/auth-api/resources/usage?api_key=${key}`);
    expect([response.status, response.json().error, response.headers['content-type']]).toEqual([503, '-2', 'application/json']);
    expect(response.headers).toMatchObject({ 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': '0', 'x-token-expires-in': '0' });
    expect(proxy.log).not.toContain(key);
  });
});
