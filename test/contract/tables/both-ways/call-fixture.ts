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

/** The agent of the fixtures, and the one whose applications are not the agent's. */
export const AGENT_CODE = 'A100';
export const OTHER_CODE = 'A200';
export const PASSWORD = 'four wooden horses sang';
/** So long before the morning of the specs that a second instalment is due by then. */
const MONTHS_BEFORE = '2026-09-01T08:00:00Z';

let count = 0;

/** One environment with an agent, another agent's applications, and people of every role. */
export class CallFixture {
  private readonly staff = new Map<Role, Promise<StaffAccess>>();
  private readonly policies = new Map<string, Promise<number>>();
  readonly mtr: MotorAgent;

  private constructor(
    readonly app: FireApp,
    readonly environment: Environment,
    readonly agent: FireAgent,
    /** Another agent. */
    readonly other: FireAgent,
    readonly issuing: LocalCollectionClient,
    /** Applications of the other agent, by line. */
    readonly foreign: Readonly<Record<'fire' | 'motor', number>>,
  ) {
    this.mtr = new MotorAgent(agent);
  }

  static async open(app: FireApp, environment: Environment, agent: FireAgent, other: FireAgent): Promise<CallFixture> {
    const foreign = { fire: (await other.insert()).id, motor: (await new MotorAgent(other).insert()).id };
    return new CallFixture(app, environment, agent, other, await LocalCollectionClient.open(app, environment), foreign);
  }

  /**
   * The call of `GET /fire-api/…/{id}` in this environment, with these headers more; what it needs is there afterwards.
   */
  async prepare(operation: string, way: Way, more: Readonly<Record<string, string>> = {}): Promise<() => Promise<HttpResponse>> {
    const { at = [], query, by = 'agent', json, body, type } = typeof way === 'function' ? await way(this) : way;
    const [method = '', template = ''] = operation.split(' ');
    const places = [...at];
    const path = template.replace(/\{\w+\}/g, () => encodeURIComponent(places.shift() ?? 1));
    const client = await this.clientOf(by);
    const headers = { ...(type === undefined ? {} : { 'Content-Type': type }), ...more };
    return () => client.call(method, `${this.agent.root}${path}${query === undefined ? '' : `?${query}`}`, { json, body, headers });
  }

  async call(operation: string, way: Way): Promise<HttpResponse> {
    return (await this.prepare(operation, way))();
  }

  private async clientOf(by: NonNullable<Call['by']>): Promise<Client> {
    if (typeof by === 'object') return by;
    const { client } = this.app.running;
    if (by === 'key') return client.withKey(this.agent.access.apiKey);
    // From an address of its own: calls without a session are limited by it.
    if (by === 'stranger') return client.with({ 'X-Forwarded-For': `198.51.100.${++count % 256}` });
    return by === 'agent' ? this.agent.client : (await this.staffOf(by)).client;
  }

  private staffOf(role: Role): Promise<StaffAccess> {
    const access = this.staff.get(role) ?? createStaff(this.app.running, role);
    this.staff.set(role, access);
    return access;
  }

  /** A text that stands nowhere else. */
  unique(prefix: string): string {
    return `${prefix}${++count}`;
  }

  /** A new fire application. */
  async fire(status: Status = Status.CALCULATED, changes: Changes = {}): Promise<number> {
    return (await this.agent.insertIn(status, changes)).id;
  }

  /** A new one with two objects, and two of each kind of children at the first; it may be changed. */
  insertFull(): Promise<FireEntity> {
    const body = buildFullFireBody(this.app.clock.today());
    body.fire_application.objects_insured.push(buildAnotherObject(this.agent));
    return this.agent.insert(body);
  }

  /** A new vehicle's application, calculated. */
  async vehicle(changes: Changes = {}): Promise<number> {
    return (await this.mtr.insert({ plateNo: this.plate(), ...changes })).id;
  }

  /** A policy that no way changes: issuing prints, which takes its time. */
  policy(line: 'fire' | 'motor'): Promise<number> {
    const policy = this.policies.get(line) ?? (line === 'fire' ? this.fire(Status.IN_FORCE) : this.vehiclePolicy());
    this.policies.set(line, policy);
    return policy;
  }

  async vehiclePolicy(): Promise<number> {
    return (await this.mtr.createPolicy({ plateNo: this.plate() })).id;
  }

  /** A policy that waits for its second instalment. */
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

  /** A user's session and e-mail address; the password is known. */
  async userWithPassword(): Promise<StaffAccess> {
    const access = await createStaff(this.app.running, 'issuing');
    const { store, users } = this.app.running.parts;
    await store.transaction('gateway', (tx) => users.setPassword(tx, access.userId, hashQuickly(PASSWORD)));
    return access;
  }

  /** The token of the last mail to somebody. */
  async mailedTo(email: string): Promise<string> {
    const mails = (await readOutbox(this.app.running.database.config.dataDir)).filter(({ to }) => to === email);
    return mails.at(-1)?.token ?? '';
  }

  /** One of the insurer's people makes something; answers what it says of it. */
  async made<T = { id: number }>(role: Role | Client, path: string, json: unknown): Promise<T> {
    return expectStatus(201, await this.call(`POST /backoffice-api/${path}`, { by: role, json })).json<T & Record<string, unknown>>();
  }

  /** Uploads a file to an application; returns the document's number. */
  async uploaded(operation: string, id: number, file: Call): Promise<number> {
    const response = expectStatus(201, await this.call(operation, { at: [id], ...file }));
    const { id: documentId, fileId } = response.json<{ id?: number; fileId?: number }>();
    return documentId ?? fileId ?? 0;
  }
}
