import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ENVIRONMENTS } from '../../src/common/environment.js';
import { ROLES } from '../../src/identity/user.service.js';
import { Client } from '../support/client.js';
import { createDataDir } from '../support/embedded.js';
import { expectStatus } from '../support/fire-app.js';
import { buildFireBody, buildFullFireBody } from '../support/fire.js';
import { findFreePort } from '../support/program.js';
import { buildMotorBody } from '../support/motor.js';
import { buildServer, ServerProcess } from '../support/process.js';
import { eventually } from '../support/eventually.js';

/** Sampling interval of the monitor, by which a reported hold may be too long. */
const RESOLUTION_MS = 10;
const SETTLE_MS = 120_000;

/** A caller with its path prefix: `''` or `/dev`. */
export interface Identity {
  readonly name: string;
  readonly root: '' | '/dev';
  readonly client: Client;
}

/** Existing ids, by the name of the path parameter in the document. */
export type Known = Readonly<Record<string, readonly (string | number)[]>>;

/** The built product as a separate process with demo data, attacked from outside. */
export class Product {
  private constructor(
    readonly server: ServerProcess,
    private readonly admin: Client,
  ) {}

  static async start(): Promise<Product> {
    await buildServer();
    const dataDir = await createDataDir();
    const adminPort = await findFreePort();
    const server = await ServerProcess.start(dataDir, { ADMIN_PORT: String(adminPort), DATABASE_POOL_SIZE: '8' });
    return new Product(server, new Client({ port: adminPort, isUndescribed: true }));
  }

  stop(): Promise<void> {
    return this.server.destroy();
  }

  /** Creates callers of every kind; their tokens last half an hour. */
  async identities(): Promise<Identity[]> {
    const { demo } = this.server;
    const client = this.server.client.undescribed();
    const tokenOf = async (root: '' | '/dev', key: string, userKey: string): Promise<string> => {
      const ask = () => client.withKey(key).post(`${root}/auth-api/resources/tokens`, { 'user-key': userKey });
      let response = await ask();
      // A new key is known after at most two seconds.
      for (let tries = 0; response.status === 403 && tries < 20; tries += 1) {
        await sleep(250);
        response = await ask();
      }
      return expectStatus(201, response).json<{ token: string }>().token;
    };
    const agents = { agent: demo, 'second agent': demo.secondAgent, supervisor: { ...demo.supervisor, apiKey: demo.apiKey } };
    const identities: Identity[] = [
      { name: 'nobody', root: '', client },
      { name: 'a wrong key', root: '', client: client.withKey('x'.repeat(40)) },
      { name: 'a key alone', root: '', client: client.withKey(demo.apiKey) },
      { name: 'a wrong token', root: '', client: client.withKey(demo.apiKey).withToken('y'.repeat(43)) },
    ];
    for (const [name, { apiKey, userKey }] of Object.entries(agents))
      for (const root of ['', '/dev'] as const)
        identities.push({ name, root, client: client.withKey(apiKey).withToken(await tokenOf(root, apiKey, userKey)) });
    for (const role of ROLES) {
      const { token } = expectStatus(201, await client.post('/backoffice-api/sessions', demo.staff[role])).json<{ token: string }>();
      identities.push({ name: `staff ${role}`, root: '', client: client.withToken(token) });
    }
    return identities;
  }

  /** Inserts applications of both lines with their children as the agent. */
  async insertSome({ client, root }: Identity): Promise<Known> {
    const today = new Date().toISOString().slice(0, 10) as never;
    const post = async (path: string, body: unknown) => expectStatus(201, await client.post(`${root}${path}`, body)).json<Inserted>();
    const plain = await post('/fire-api/rsc/applications', buildFireBody(today));
    const full = await post('/fire-api/rsc/applications', buildFullFireBody(today));
    const motor = await post(
      '/mtr-api/resources/applications',
      buildMotorBody({ policyStartDate: buildFireBody(today).fire_application['start_date'] }),
    );
    const [object] = full.objects_insured;
    const ids = [full.id, plain.id, motor.id];
    return {
      id: ids,
      application: [motor.id, full.id],
      application_id: ids,
      applicationId: ids,
      policy: ids,
      object_id: [object!.object_id],

      claim_id: object!.claims_history.map((claim) => claim.claim_id),
      bank_id: ['011', '014'],
      co_owner_id: [object!['co-owners'][0]!.co_owner_id],
    };
  }

  /** Waits for background work: printed documents and erasures. */
  async settle(): Promise<void> {
    const database = new pg.Client({ connectionString: await this.server.databaseUrl() });
    await database.connect();
    try {
      const isSettled = async (): Promise<boolean> =>
        (await this.metric('gateway_print_queue_applications')) === 0 && !(await isErasing(database));
      await eventually('documents are printed and persons erased', isSettled, SETTLE_MS);
    } finally {
      await database.end();
    }
  }

  async metric(name: string): Promise<number> {
    const { text } = await this.admin.get('/metrics');
    return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
  }

  /**
   * Measures the longest hold of the event loop during the work, in ms. The result is limited to the CPU time of the
   * process, because on a busy machine the loop also waits for the processor.
   */
  async heldMs(work: () => Promise<unknown>): Promise<number> {
    await this.metric(HOLD);
    const computed = await this.metric(COMPUTED);
    // The first sample after a scrape only resets the monitor.
    await sleep(4 * RESOLUTION_MS);
    await work();
    await sleep(2 * RESOLUTION_MS);
    const heldMs = 1000 * (await this.metric(HOLD)) - RESOLUTION_MS;
    return Math.max(0, Math.min(heldMs, 1000 * ((await this.metric(COMPUTED)) - computed)));
  }
}

export const HOLD = 'nodejs_eventloop_lag_max_seconds';
const COMPUTED = 'process_cpu_seconds_total';

interface Inserted {
  readonly id: number;
  readonly objects_insured: {
    readonly object_id: number;
    readonly claims_history: { readonly claim_id: number }[];
    readonly 'co-owners': { readonly co_owner_id: number }[];
  }[];
}

async function isErasing(database: pg.Client): Promise<boolean> {
  const running = ENVIRONMENTS.map((schema) => `EXISTS (SELECT FROM ${schema}.erasure WHERE state = 'running')`).join(' OR ');
  const { rows } = await database.query<{ isRunning: boolean }>(`SELECT ${running} AS "isRunning"`);
  return rows[0]!.isRunning;
}
