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

/** The monitor of the process looks every 10 ms, so that a hold is told as up to so much longer than it was. */
const RESOLUTION_MS = 10;
const SETTLE_MS = 120_000;

/** Whoever calls, and below which path: `''` or `/dev`. */
export interface Identity {
  readonly name: string;
  readonly root: '' | '/dev';
  readonly client: Client;
}

/** Ids of things that are there, by the name of the parameter in the paths of the document. */
export type Known = Readonly<Record<string, readonly (string | number)[]>>;

/**
 * The built product as a process of its own, with the demo's people: what attacks it from outside sees the same as
 * anybody.
 */
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

  /** Callers of every kind; tokens last half an hour. */
  async identities(): Promise<Identity[]> {
    const { demo } = this.server;
    const client = this.server.client.undescribed();
    const tokenOf = async (root: '' | '/dev', key: string, userKey: string): Promise<string> => {
      const ask = () => client.withKey(key).post(`${root}/auth-api/resources/tokens`, { 'user-key': userKey });
      let response = await ask();
      // A key that was made a moment ago is known two seconds later at the latest.
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

  /** Applications of both lines with what belongs to them, inserted by the agent. */
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

  /** Waits for the work that follows responses: printed documents and erasures. */
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
   * How long the event loop was held at a stretch while the work was done, in ms. On a busy machine the loop also waits
   * for its turn: it was never held for longer than the process computed.
   */
  async heldMs(work: () => Promise<unknown>): Promise<number> {
    await this.metric(HOLD);
    const computed = await this.metric(COMPUTED);
    // The first look of the monitor after a scrape only sets its clock.
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
