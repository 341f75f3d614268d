import { join } from 'node:path';
import { buildTestConfig } from '../support/running.js';
import { SystemClock } from '../../src/common/clock.js';
import { loadCertificate } from '../../src/gateway/server/certificate.js';
import { grantAccess } from '../support/agent-access.js';
import { startApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { buildFireBody } from '../support/fire.js';
import { testAgent } from '../support/record-fixtures.js';
import { findFreePort } from '../support/program.js';
import { findFreeProxyPorts, hasNginx, Proxy, type ProxyPorts } from '../support/proxy.js';
import { Relay } from '../support/relay.js';
import { createTemporaryFolder } from '../support/temporary.js';

const describeWithNginx = hasNginx() ? describe : describe.skip;
/** A failed node is tried again at once. */
const NEVER_OUT = 'max_fails=0';

let tls: string;
let ca: string;

beforeAll(async () => {
  const folder = await createTemporaryFolder();
  ({ cert: ca } = await loadCertificate(buildTestConfig(folder), new SystemClock()));
  tls = join(folder, 'tls');
});

/** Starts nginx in front of relays; relays without a port respond themselves. */
async function proxied(
  port: number | null,
): Promise<{ relays: Relay[]; losses: { left: number }; client: Client; stop: () => Promise<void> }> {
  const losses = { left: 0 };
  const relays = [await Relay.start(port, losses), await Relay.start(port, losses)];
  const ports = await findFreeProxyPorts();
  const proxy = await Proxy.start(
    ports,
    relays.map((relay) => relay.ownPort),
    tls,
    NEVER_OUT,
  );
  const stop = async (): Promise<void> => {
    await proxy.stop();
    relays.forEach((relay) => relay.stop());
  };
  return { relays, losses, client: new Client({ port: ports.https, ca, isUndescribed: true }), stop };
}

describeWithNginx('A proxy whose nodes lose the responses', () => {
  let relays: Relay[];
  let losses: { left: number };
  let client: Client;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ relays, losses, client, stop } = await proxied(null));
  });
  afterAll(() => stop());

  const KEY = { 'Idempotency-Key': 'a-key' };
  const APPLICATIONS = '/fire-api/rsc/applications';

  it.each<[string, string, Record<string, string>, number]>([
    ['GET', APPLICATIONS, {}, 2],
    ['HEAD', APPLICATIONS, {}, 2],
    ['GET', '/backoffice-api/users', KEY, 2],
    ['POST', APPLICATIONS, {}, 1],
    ['POST', APPLICATIONS, { 'Idempotency-Key': '' }, 1],
    ['PUT', `${APPLICATIONS}/1/prepay`, {}, 1],
    ['PUT', `/dev${APPLICATIONS}/1/prepay`, {}, 1],
    ['PATCH', '/backoffice-api/users/1', {}, 1],
    ['DELETE', `${APPLICATIONS}/1`, {}, 1],
    ['DELETE', `${APPLICATIONS}/1`, KEY, 1],
    ['POST', APPLICATIONS, KEY, 2],
    ['POST', `/dev${APPLICATIONS}?x=/tokens`, KEY, 2],
    ['PUT', `${APPLICATIONS}/1/prepay`, KEY, 2],
    ['PUT', `/dev${APPLICATIONS}/1/prepay?api_key=x`, KEY, 2],
    // Operations without idempotency keys.
    ['POST', '/auth-api/resources/tokens', KEY, 1],
    ['POST', '/dev/mtr-api/resources/tokens?api_key=x', KEY, 1],
    ['POST', '/backoffice-api/users', KEY, 1],
    ['PUT', '/backoffice-api/settings', KEY, 1],
    ['PUT', '/dev/backoffice-api/settings', KEY, 1],
    ['PATCH', '/backoffice-api/users/1', KEY, 1],
    // Opening a link does not use it up.
    ['GET', '/backoffice-api/signup/verify?token=x', {}, 2],
    ['POST', '/dev/backoffice-api/signup/verify?token=x', KEY, 1],
  ])('the proxy sends %s %s with %j to %i nodes when each loses the connection', async (method, path, headers, times) => {
    relays.forEach((relay) => relay.arrivals.splice(0));
    losses.left = 2;
    const response = await client.call(method, path, { headers });
    expect(relays.flatMap(({ arrivals }) => arrivals.map((call) => `${call.method} ${call.path}`))).toEqual(
      Array<string>(times).fill(`${method} ${path}`),
    );
    expect(response.status).toBe(503);
    if (method !== 'HEAD') expect(response.json()).toMatchObject({ error: '-2' });
  });
});

describeWithNginx('A proxy with a missing node', () => {
  it('the proxy forwards every call complete and once', async () => {
    const relay = await Relay.start(null, { left: 0 });
    const ports: ProxyPorts = await findFreeProxyPorts();
    const proxy = await Proxy.start(ports, [await findFreePort(), relay.ownPort], tls, NEVER_OUT);
    const client = new Client({ port: ports.https, ca, isUndescribed: true });
    const body = JSON.stringify({ text: 'α'.repeat(200_000) });
    const path = '//fire-api/%2e%2e/a%2Fb/./c?d=%20&e=//';
    const forged = { 'X-Forwarded-For': '10.9.8.7', 'X-Forwarded-Proto': 'http', 'X-Sent-Method': 'TRACE' };
    try {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PUT', 'DELETE']) {
        relay.arrivals.splice(0);
        const sent = method === 'GET' ? '' : body;
        const response = await client.call(method, path, { body: sent, headers: forged });
        expect([method, response.status, response.text]).toEqual([method, 200, 'done']);
        const [arrival, ...more] = relay.arrivals;
        expect([arrival?.method, arrival?.path, arrival?.body === sent, more]).toEqual([method, path, true, []]);
        expect(arrival?.headers).toMatchObject({
          'x-forwarded-for': '127.0.0.1',
          'x-forwarded-proto': 'https',
          host: `127.0.0.1:${ports.https}`,
        });
        if (method === 'PUT' || method === 'DELETE') expect(arrival?.headers['x-sent-method']).toBeUndefined();
      }
      expect((await client.call('HEAD', path)).status).toBe(200);
    } finally {
      await proxy.stop();
      relay.stop();
    }
  });
});

describeWithNginx('A write whose response is lost', () => {
  it('a call without a key is not sent again; with one the second node returns the first response', async () => {
    const running = await startApp();
    const { losses, relays, client, stop } = await proxied(running.ports.port);
    try {
      const { production } = await grantAccess({ ...running, client }, testAgent({ creditLimit: '1000000.00' }));
      const start = new Date().toISOString().slice(0, 10);
      const insert = async (): Promise<string> => {
        const response = await production.client.post('/fire-api/rsc/applications', buildFireBody(start));
        expect(response.status).toBe(201);
        return `/fire-api/rsc/applications/${response.json<{ id: number }>().id}`;
      };
      const [one, other] = [await insert(), await insert()];
      relays.forEach((relay) => relay.arrivals.splice(0));
      const arrivals = (): number => relays.flatMap((relay) => relay.arrivals).length;

      losses.left = 1;
      expect((await production.client.put(`${one}/prepay`)).status).toBe(503);
      expect([arrivals(), losses.left]).toEqual([1, 0]);
      expect((await production.client.get(one)).json()).toMatchObject({ status_code: '45' });

      losses.left = 1;
      const response = await production.client.with({ 'Idempotency-Key': 'prepay-1' }).put(`${other}/prepay`);
      expect([response.status, response.headers['idempotency-replayed'], arrivals()]).toEqual([205, 'true', 4]);
      expect(response.headers.link).toContain('rel="issue"');

      losses.left = 1;
      expect((await production.client.delete(other)).status).toBe(503);
      expect(arrivals()).toBe(5);
      expect((await production.client.get(other)).json()).toMatchObject({ status_code: '02' });
    } finally {
      await stop();
      await running.stop();
    }
  });
});
