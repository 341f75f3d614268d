import pg from 'pg';
import { ENVIRONMENTS, type Environment } from '../../src/common/environment.js';
import type { NewAgent } from '../../src/record/money/agents/agent.js';
import type { Config } from '../../src/config/config.js';
import type { Status } from '../../src/record/core/applications/status.js';
import type { FireApplicationResponse } from '../../src/services/fire/fire-response.dto.js';
import { grantAccess, type AgentAccess } from './agent-access.js';
import { startApp, type RunningApp, type StartOptions } from './app.js';
import type { HttpResponse, Client } from './client.js';
import type { TestDatabase } from './database.js';
import { eventually } from './eventually.js';
import { buildFireBody, type FireBody } from './fire.js';
import type { Changes } from './json-changes.js';
import { testAgent } from './record-fixtures.js';
import { ManualClock } from './manual-clock.js';
import { TableFingerprints } from './table-fingerprints.js';

/** 10:00 in Athens on the calculation date of the worked examples. */
export const MORNING = '2026-11-20T08:00:00Z';

export type FireEntity = FireApplicationResponse;

/** The whole application with a clock that the spec moves, and access to its tables. */
export class FireApp {
  private constructor(
    readonly running: RunningApp,
    readonly clock: ManualClock,
    private readonly database: pg.Client,
    private readonly fingerprints: TableFingerprints,
  ) {}

  static async start(
    config: Partial<Config> = {},
    modules: StartOptions['modules'] = [],
    sendsWebhooks = false,
    given?: TestDatabase,
  ): Promise<FireApp> {
    const clock = new ManualClock(MORNING);
    const running = await startApp({ clock, config, modules, database: given });
    // Jobs run only when the spec runs them.
    await running.parts.stopTimedWork(sendsWebhooks);
    const { url } = running.database;
    const database = new pg.Client({ connectionString: url });
    await database.connect();
    return new FireApp(running, clock, database, await TableFingerprints.open(url));
  }

  async stop(): Promise<void> {
    await this.fingerprints.close();
    await this.database.end();
    await this.running.stop();
  }

  /** Runs the due work once, as the process does every few seconds; returns the number of transitions. */
  runDueWork(environment: Environment): Promise<number> {
    return this.running.parts.dueWork.run({ environment, at: this.clock.now() });
  }

  /** Updates the register from the agents' records, as the process does every two seconds. */
  async registerParties(): Promise<void> {
    for (const environment of ENVIRONMENTS) await this.running.parts.partyRegister.applyChanges({ environment, at: this.clock.now() });
  }

  /** Publishes events until every event is in the feed; transactions of other specs may delay that. */
  async publishEvents(environment: Environment): Promise<void> {
    const waiting = 'SELECT FROM event e WHERE NOT EXISTS (SELECT FROM event_position p WHERE p.event_id = e.id) LIMIT 1';
    await eventually('the events are published', async () => {
      await this.running.parts.eventPublisher.publish(environment);
      return (await this.query(environment, waiting)).length === 0;
    });
  }

  /** Updates the register and finds the person of an AFM; null when missing. */
  async findParty(environment: Environment, afm: string): Promise<number | null> {
    await this.registerParties();
    const [party] = await this.query<{ id: string }>(environment, 'SELECT id FROM party WHERE afm = $1', [afm]);
    return party === undefined ? null : Number(party.id);
  }

  /** Updates the register and returns the person of an AFM; throws when missing. */
  async getParty(environment: Environment, afm: string): Promise<number> {
    const id = await this.findParty(environment, afm);
    if (id === null) throw new Error(`no party ${afm}`);
    return id;
  }

  /** Waits until no erasure is running. */
  async waitForErasures(): Promise<void> {
    const running = `SELECT FROM production.erasure WHERE state = 'running' UNION ALL SELECT FROM sandbox.erasure WHERE state = 'running'`;
    await eventually('the erasures are done', async () => (await this.query('production', running)).length === 0, 30_000);
  }

  /** Reads a digest of every table of both environments, equal before and after a call that changes nothing. */
  readFingerprint(): Promise<Record<string, string>> {
    return this.fingerprints.read();
  }

  async query<Row extends pg.QueryResultRow>(environment: Environment, text: string, values: unknown[] = []): Promise<Row[]> {
    await this.database.query(`SET search_path TO ${environment}, public`);
    return (await this.database.query<Row>(text, values)).rows;
  }

  /** Creates an agent with key, user and tokens in both environments. */
  async createAgent(agent: Partial<NewAgent> = {}, delegates: readonly string[] = []): Promise<Record<Environment, FireAgent>> {
    const access = await grantAccess(this.running, testAgent({ creditLimit: '1000000.00', ...agent }), {}, delegates);
    return { production: new FireAgent(this, access, 'production'), sandbox: new FireAgent(this, access, 'sandbox') };
  }
}

/** Client of the fire service for one agent and environment. */
export class FireAgent {
  client: Client;
  readonly root: string;

  constructor(
    readonly app: FireApp,
    readonly access: AgentAccess,
    readonly environment: Environment,
  ) {
    ({ client: this.client, root: this.root } = access[environment]);
  }

  /** Gets a new token, because one expires after half an hour of the clock. `agentCode` is the agent to act for. */
  async renewToken(agentCode?: string): Promise<this> {
    const withKey = this.app.running.client.withKey(this.access.apiKey);
    const request = { 'user-key': this.access.userKey, 'agent-code': agentCode };
    const response = expectStatus(201, await withKey.post(`${this.root}/auth-api/resources/tokens`, request));
    this.client = withKey.withToken(response.json<{ token: string }>().token);
    return this;
  }

  /** Returns the path of the applications, followed by `rest`. */
  path(rest: number | string = ''): string {
    return `${this.root}/fire-api/rsc/applications${rest === '' ? '' : `/${rest}`}`;
  }

  /** Builds the body of the example with changes in `fire_application`. */
  body(changes: Changes = {}): FireBody {
    return buildFireBody(this.app.clock.today(), changes);
  }

  post(body: unknown): Promise<HttpResponse> {
    return this.client.post(this.path(), body);
  }

  async insert(body: unknown = this.body()): Promise<FireEntity> {
    return expectStatus(201, await this.post(body)).json<FireEntity>();
  }

  async get(id: number): Promise<FireEntity> {
    return expectStatus(200, await this.client.get(this.path(id))).json<FireEntity>();
  }

  put(id: number, body: unknown): Promise<HttpResponse> {
    return this.client.put(this.path(id), body);
  }

  async update(id: number, fields: object): Promise<FireEntity> {
    return expectStatus(200, await this.put(id, { fire_application: fields })).json<FireEntity>();
  }

  /** Sends an action: `calc`, `edit`, `prepay`, `charge` or `DELETE`. */
  act(id: number, action: string): Promise<HttpResponse> {
    if (action === 'DELETE') return this.client.delete(this.path(id));
    if (action === 'charge') return this.client.put(`${this.root}/collection-api/applications/${id}/charge`);
    return this.client.put(this.path(`${id}/${action}`));
  }

  /** Inserts an application and brings it to the status by calls, or by SQL when no agent's call leads there. */
  async insertIn(status: Status, changes: Changes = {}): Promise<FireEntity> {
    const { id } = await this.insert(this.body({ ...CHANGES_FOR[status], ...changes }));
    for (const action of CALLS_TO[status] ?? []) {
      const response = await this.act(id, action);
      if (response.status >= 300) throw new Error(`${action}: ${response.status} ${response.text}`);
    }
    if (UNREACHABLE.has(status)) await this.app.query(this.environment, WRITE_STATUS, [id, status]);
    return this.get(id);
  }
}

/** Changes to the example that lead to a status other than 01. */
const CHANGES_FOR: Partial<Record<Status, Changes>> = {
  '00': { 'objects_insured[0].insured_values': [] },
  '25': { 'objects_insured[0].illegal': '1' },
};
const ISSUE = ['prepay', 'charge'];
const CALLS_TO: Partial<Record<Status, readonly string[]>> = {
  '02': ['DELETE'],
  '45': ['prepay'],
  '50': ISSUE,
  '55': ISSUE,
  '60': ISSUE,
  '65': ISSUE,
  '70': ISSUE,
};
const UNREACHABLE: ReadonlySet<Status> = new Set(['11', '12', '30', '31', '39', '55', '60', '65', '70']);

const WRITE_STATUS = `
  UPDATE application SET status = $2, version = version + 1, accept_by = CASE WHEN $2 IN ('12', '39') THEN updated_at + interval '7 days' END
  WHERE id = $1`;

export function expectStatus(status: number, response: HttpResponse): HttpResponse {
  if (response.status !== status) throw new Error(`${response.status} instead of ${status}: ${response.text}`);
  return response;
}

export interface History {
  readonly status: string;
  readonly version: number;
  /** Transitions in order, each as `from action to`. */
  readonly transitions: readonly string[];
  /** Previous versions in order, each as `version status`. */
  readonly versions: readonly string[];
}

/** Reads the transitions and versions of an application. */
export async function getHistory({ app, environment }: FireAgent, id: number): Promise<History> {
  const [history] = await app.query<History & pg.QueryResultRow>(
    environment,
    `SELECT status, version,
       ARRAY(SELECT coalesce(from_status, '-') || ' ' || action || ' ' || to_status FROM status_transition
             WHERE application_id = a.id ORDER BY id) AS transitions,
       ARRAY(SELECT version || ' ' || (state->>'status') FROM application_version
             WHERE application_id = a.id ORDER BY version) AS versions
     FROM application a WHERE id = $1`,
    [id],
  );
  if (!history) throw new Error(`no application ${id}`);
  return history;
}

/** Lists the violations of an error response, each as `[path, code]`. */
export function listViolations(response: HttpResponse): [path: string, code: string][] {
  const { details = [] } = response.json<{ details?: { path: string; code: string }[] }>();
  return details.map(({ path, code }) => [path, code]);
}
