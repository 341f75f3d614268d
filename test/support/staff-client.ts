import type { DemoCredentials } from '../../src/backoffice/administration/demo/demo-file.js';
import type { Role } from '../../src/identity/user.service.js';
import type { RunningApp } from './app.js';
import type { HttpResponse, CallOptions, Client } from './client.js';
import { expectStatus } from './fire-app.js';
import { eventually } from './eventually.js';

const ERASED_WITHIN_MS = 60_000;

/** Client of the back office for one user and environment. Paths are relative to `/backoffice-api/`. */
export class StaffClient {
  /** Is called with the response of each write. */
  observe: (method: 'POST' | 'PUT', path: string, response: HttpResponse) => Promise<void> = () => Promise.resolve();

  private constructor(
    private readonly root: '' | '/dev',
    private client: Client,
    private readonly newClient: () => Promise<Client>,
    /** Id of a user created by `open`. */
    readonly userId: number = NaN,
  ) {}

  /** Creates a user of the role in an application of this process. */
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

  /** Signs an existing user in to any server. */
  static async signIn(client: Client, credentials: DemoCredentials, root: '' | '/dev' = ''): Promise<StaffClient> {
    const newClient = async (): Promise<Client> => {
      const response = expectStatus(201, await client.post('/backoffice-api/sessions', credentials));
      return client.withToken(response.json<{ token: string }>().token);
    };
    return new StaffClient(root, await newClient(), newClient);
  }

  /** Opens a new session, because one expires after eight hours of the clock. */
  async renewSession(): Promise<this> {
    this.client = await this.newClient();
    return this;
  }

  get(path: string, options?: CallOptions): Promise<HttpResponse> {
    return this.client.get(`${this.root}/backoffice-api/${path}`, options);
  }

  /** Sends an underwriter's decision, with messages or terms. */
  decide(id: number | string, decision: string, more: object = {}): Promise<HttpResponse> {
    return this.post(`applications/${id}/decisions`, { decision, ...more });
  }

  /** Records whether the customer accepts the offer. `more`: a reason, or the document that proves an acceptance. */
  recordAcceptance(id: number | string, accepted: boolean, more: object = {}): Promise<HttpResponse> {
    return this.post(`applications/${id}/acceptance`, { accepted, ...more });
  }

  /** Starts the erasure of a person and waits for its end; returns the result, or the error. */
  async erase(party: number | string): Promise<HttpResponse> {
    const asked = await this.post(`parties/${party}/erasure`, {});
    return asked.status === 202 ? this.waitForErasure(party) : asked;
  }

  /** Waits until an erasure is done and returns its result. */
  async waitForErasure(party: number | string): Promise<HttpResponse> {
    const read = async (): Promise<HttpResponse> => expectStatus(200, await this.get(`parties/${party}/erasure`));
    await eventually(`party ${party} is erased`, async () => (await read()).json<{ state: string }>().state === 'done', ERASED_WITHIN_MS);
    return read();
  }

  patch(path: string, body: unknown): Promise<HttpResponse> {
    return this.client.patch(`${this.root}/backoffice-api/${path}`, body);
  }

  async put(path: string, body: unknown, options: CallOptions = {}): Promise<HttpResponse> {
    const response = await this.client.put(`${this.root}/backoffice-api/${path}`, body, options);
    await this.observe('PUT', path, response);
    return response;
  }

  delete(path: string): Promise<HttpResponse> {
    return this.client.delete(`${this.root}/backoffice-api/${path}`);
  }

  async post(path: string, body: unknown): Promise<HttpResponse> {
    const response = await this.client.post(`${this.root}/backoffice-api/${path}`, body);
    await this.observe('POST', path, response);
    return response;
  }

  /** Sends a call with headers or a body that is not JSON. */
  send(method: string, path: string, options: CallOptions): Promise<HttpResponse> {
    return this.client.call(method, `${this.root}/backoffice-api/${path}`, options);
  }
}

export interface StaffAccess {
  readonly userId: number;
  readonly email: string;
  readonly token: string;
  /** Sends the token of the session. */
  readonly client: Client;
}

let count = 0;

/** Creates a user of the role with a session, but without a password, which would take time to hash. */
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
