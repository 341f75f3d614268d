import type { Role } from '../../../../src/identity/user.service.js';
import type { Environment } from '../../../../src/common/environment.js';
import { Status } from '../../../../src/record/core/applications/status.js';
import type { HttpResponse, Client } from '../../../support/client.js';
import { expectStatus, MORNING, type FireAgent, type FireApp, type FireEntity } from '../../../support/fire-app.js';
import { buildFullFireBody } from '../../../support/fire.js';
import { buildAnotherObject } from '../../../support/fire-children.js';
import { LocalCollectionClient } from '../../../support/collection-client.js';
import type { Changes } from '../../../support/json-changes.js';
import { MotorAgent } from '../../../support/motor.js';
import { readOutbox } from '../../../support/outbox.js';
import { hashQuickly } from '../../../support/quick-hash.js';
import { createStaff, type StaffAccess } from '../../../support/staff-client.js';
import type { Call, Way } from './way.js';

/** Agent of the fixture. */
export const AGENT_CODE = 'A100';
export const OTHER_CODE = 'A200';
export const PASSWORD = 'four wooden horses sang';
/** Start date early enough for a second instalment to be due by the time of the specs. */
const MONTHS_BEFORE = '2026-09-01T08:00:00Z';

let count = 0;

/** One environment with an agent, another agent's applications, and staff of every role. */
export class CallFixture {
  private readonly staff = new Map<Role, Promise<StaffAccess>>();
  private readonly policies = new Map<string, Promise<number>>();
  readonly mtr: MotorAgent;

  private constructor(
    readonly app: FireApp,
    readonly environment: Environment,
    readonly agent: FireAgent,
    readonly other: FireAgent,
    readonly issuing: LocalCollectionClient,
    /** Ids of the other agent's applications, by line. */
    readonly foreign: Readonly<Record<'fire' | 'motor', number>>,
  ) {
    this.mtr = new MotorAgent(agent);
  }

  static async open(app: FireApp, environment: Environment, agent: FireAgent, other: FireAgent): Promise<CallFixture> {
    const foreign = { fire: (await other.insert()).id, motor: (await new MotorAgent(other).insert()).id };
    return new CallFixture(app, environment, agent, other, await LocalCollectionClient.open(app, environment), foreign);
  }

  /**
   * Prepares what a call of an operation such as `GET /fire-api/…/{id}` needs, and returns a function that sends it,
   * with an additional query parameter if one is given.
   */
  async prepare(
    operation: string,
    way: Way,
    more: Readonly<Record<string, string>> = {},
  ): Promise<(parameter?: string) => Promise<HttpResponse>> {
    const { at = [], query, by = 'agent', json, body, type } = typeof way === 'function' ? await way(this) : way;
    const [method = '', template = ''] = operation.split(' ');
    const places = [...at];
    const path = template.replace(/\{\w+\}/g, () => encodeURIComponent(places.shift() ?? 1));
    const client = await this.clientOf(by);
    const headers = { ...(type === undefined ? {} : { 'Content-Type': type }), ...more };
    return (parameter) => {
      const search = [query, parameter].filter((part) => part !== undefined).join('&');
      return client.call(method, `${this.agent.root}${path}${search === '' ? '' : `?${search}`}`, { json, body, headers });
    };
  }

  async call(operation: string, way: Way): Promise<HttpResponse> {
    return (await this.prepare(operation, way))();
  }

  private async clientOf(by: NonNullable<Call['by']>): Promise<Client> {
    if (typeof by === 'object') return by;
    const { client } = this.app.running;
    if (by === 'key') return client.withKey(this.agent.access.apiKey);
    // Each call has another address, because calls without a session are limited by address.
    if (by === 'stranger') return client.with({ 'X-Forwarded-For': `198.51.100.${++count % 256}` });
    return by === 'agent' ? this.agent.client : (await this.staffOf(by)).client;
  }

  private staffOf(role: Role): Promise<StaffAccess> {
    const access = this.staff.get(role) ?? createStaff(this.app.running, role);
    this.staff.set(role, access);
    return access;
  }

  /** Returns a unique text. */
  unique(prefix: string): string {
    return `${prefix}${++count}`;
  }

  /** Inserts a fire application. */
  async fire(status: Status = Status.CALCULATED, changes: Changes = {}): Promise<number> {
    return (await this.agent.insertIn(status, changes)).id;
  }

  /** Inserts an application in 25 with two objects, the first of which has two of each kind of child. */
  insertFull(): Promise<FireEntity> {
    const body = buildFullFireBody(this.app.clock.today());
    body.fire_application.objects_insured.push(buildAnotherObject(this.agent));
    return this.agent.insert(body);
  }

  /** Inserts a calculated vehicle application. */
  async vehicle(changes: Changes = {}): Promise<number> {
    return (await this.mtr.insert({ plateNo: this.plate(), ...changes })).id;
  }

  /** Returns a policy that no call changes; it is shared, because printing is slow. */
  policy(line: 'fire' | 'motor'): Promise<number> {
    const policy = this.policies.get(line) ?? (line === 'fire' ? this.fire(Status.IN_FORCE) : this.vehiclePolicy());
    this.policies.set(line, policy);
    return policy;
  }

  async vehiclePolicy(): Promise<number> {
    return (await this.mtr.createPolicy({ plateNo: this.plate() })).id;
  }

  /** Creates a vehicle policy with a due instalment. */
  async vehicleWithInstalment(): Promise<number> {
    this.app.clock.set(MONTHS_BEFORE);
    try {
      return (await this.mtr.createPolicy({ plateNo: this.plate(), policyStartDate: '2026-09-10', payFrequencyInMonths: 3 })).id;
    } finally {
      this.app.clock.set(MORNING);
    }
  }

  plate(): string {
    return `ABE${1000 + ++count}`;
  }

  /** Creates a user with a known password and a session. */
  async userWithPassword(): Promise<StaffAccess> {
    const access = await createStaff(this.app.running, 'issuing');
    const { store, users } = this.app.running.parts;
    await store.transaction('gateway', (tx) => users.setPassword(tx, access.userId, hashQuickly(PASSWORD)));
    return access;
  }

  /** Finds the token in the last mail to the address. */
  async mailedTo(email: string): Promise<string> {
    const mails = (await readOutbox(this.app.running.database.config.dataDir)).filter(({ to }) => to === email);
    return mails.at(-1)?.token ?? '';
  }

  /** Creates something as a user of the role; returns the response. */
  async made<T = { id: number }>(role: Role | Client, path: string, json: unknown): Promise<T> {
    return expectStatus(201, await this.call(`POST /backoffice-api/${path}`, { by: role, json })).json<T & Record<string, unknown>>();
  }

  /** Uploads a file to an application; returns the id of the document. */
  async uploaded(operation: string, id: number, file: Call): Promise<number> {
    const response = expectStatus(201, await this.call(operation, { at: [id], ...file }));
    const { id: documentId, fileId } = response.json<{ id?: number; fileId?: number }>();
    return documentId ?? fileId ?? 0;
  }
}
