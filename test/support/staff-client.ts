import { setTimeout as sleep } from 'node:timers/promises';
import type { DemoCredentials } from '../../src/backoffice/administration/demo/demo-file.js';
import type { Role } from '../../src/identity/user.service.js';
import type { RunningApp } from './app.js';
import type { Answer, CallOptions, Client } from './client.js';
import { expectStatus } from './fire-app.js';

const MOST_TRIES = 2_000;
const BETWEEN_TRIES_MS = 20;

/** What one of the insurer's people does with applications, in one environment. Paths are those behind `/backoffice-api/`. */
export class StaffClient {
  private constructor(
    private readonly root: '' | '/dev',
    private client: Client,
    private readonly newClient: () => Promise<Client>,
    /** Of somebody new. */
    readonly userId: number = NaN,
  ) {}

  /** Somebody new of the role, in an application of this process. */
  static async open(running: RunningApp, role: Role, root: '' | '/dev' = ''): Promise<StaffClient> {
    const { userId, client } = await createStaff(running, role);
    return new StaffClient(
      root,
      client,
      async () => {
        const sessions = running.parts.sessions;
        const { token } = await running.parts.store.transaction('gateway', (tx) => sessions.open(tx, userId));
        return running.client.withToken(token);
      },
      userId,
    );
  }

  /** Somebody who is known, in a server of whatever process. */
  static async signIn(client: Client, credentials: DemoCredentials, root: '' | '/dev' = ''): Promise<StaffClient> {
    const newClient = async (): Promise<Client> => {
      const answer = expectStatus(201, await client.post('/backoffice-api/sessions', credentials));
      return client.withToken(answer.json<{ token: string }>().token);
    };
    return new StaffClient(root, await newClient(), newClient);
  }

  /** A new session: the former one ends when the clock moves by eight hours. */
  async renew(): Promise<this> {
    this.client = await this.newClient();
    return this;
  }

  get(path: string, options?: CallOptions): Promise<Answer> {
    return this.client.get(`${this.root}/backoffice-api/${path}`, options);
  }

  /** Body and further fields: messages, terms. */
  decide(id: number | string, decision: string, more: object = {}): Promise<Answer> {
    return this.post(`applications/${id}/decisions`, { decision, ...more });
  }

  /** The customer's answer. */
  answer(id: number | string, accepted: boolean, reason?: string): Promise<Answer> {
    return this.post(`applications/${id}/acceptance`, { accepted, reason });
  }

  /** Asks for the erasure of a person, and waits for its end: the response says what was done, or why it is refused. */
  async erase(party: number | string): Promise<Answer> {
    const asked = await this.post(`parties/${party}/erasure`, {});
    return asked.status === 202 ? this.awaitErasure(party) : asked;
  }

  /** The response that says what an erasure has done, once it is done. */
  async awaitErasure(party: number | string): Promise<Answer> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const told = expectStatus(200, await this.get(`parties/${party}/erasure`));
      if (told.json<{ state: string }>().state === 'done') return told;
      await sleep(BETWEEN_TRIES_MS);
    }
    throw new Error(`The erasure of party ${party} took too long`);
  }

  patch(path: string, body: unknown): Promise<Answer> {
    return this.client.patch(`${this.root}/backoffice-api/${path}`, body);
  }

  put(path: string, body: unknown): Promise<Answer> {
    return this.client.put(`${this.root}/backoffice-api/${path}`, body);
  }

  delete(path: string): Promise<Answer> {
    return this.client.delete(`${this.root}/backoffice-api/${path}`);
  }

  post(path: string, body: unknown): Promise<Answer> {
    return this.client.post(`${this.root}/backoffice-api/${path}`, body);
  }

  /** With headers, or a body that is no JSON. */
  send(method: string, path: string, options: CallOptions): Promise<Answer> {
    return this.client.call(method, `${this.root}/backoffice-api/${path}`, options);
  }
}

export interface StaffAccess {
  readonly userId: number;
  readonly email: string;
  readonly token: string;
  /** With the session's token. */
  readonly client: Client;
}

let count = 0;

/** A user of the role with a live session, without a password: nothing is hashed. `agentCode` for role `agent`. */
export async function createStaff(
  running: RunningApp,
  role: Role,
  agentCode: string | null = role === 'agent' ? '10001' : null,
): Promise<StaffAccess> {
  const email = `${role}${++count}@staff.example`;
  const { store, users, sessions } = running.parts;
  const { userId, token } = await store.transaction('gateway', async (tx) => {
    const id = await users.create(tx, { email, name: `Staff ${role}`, role, agentCode, delegates: [] });
    return { userId: id, token: (await sessions.open(tx, id)).token };
  });
  return { userId, email, token, client: running.client.withToken(token) };
}
