import type { SandboxAccessResponse } from '../../src/backoffice/access/signup/signup.dto.js';
import { startApp, type RunningApp, type StartOptions } from './app.js';
import type { HttpResponse, Client } from './client.js';
import { readOutbox } from './outbox.js';
import { ManualClock } from './manual-clock.js';
import { TableFingerprints } from './table-fingerprints.js';

export const SIGNUP = '/backoffice-api/signup';

let count = 0;

/** Creates a mail address and a client with a new network, so that no limit applies. */
export function createNewcomer({ client }: Pick<RunningApp, 'client'>): { readonly client: Client; readonly email: string } {
  count += 1;
  return { client: client.with({ 'X-Forwarded-For': `10.${count >> 8}.${count & 255}.1` }), email: `newcomer${count}@broker.example` };
}

/** Finds the token in the last mail to the address. */
export async function findMailedToken({ database }: Pick<RunningApp, 'database'>, email: string): Promise<string> {
  const mail = (await readOutbox(database.config.dataDir)).findLast(({ to }) => to === email);
  return mail?.token ?? '';
}

/** Result of a signup. */
export interface SignupResult extends SandboxAccessResponse {
  readonly email: string;
  readonly userId: number;
  /** Client with a session of the user. */
  readonly session: Client;
  /** Client with key and token of the sandbox. */
  readonly caller: Client;
}

/** Signs up, confirms the mail address and gets a token. */
export async function signUp(running: RunningApp, programName = 'Δοκιμή'): Promise<SignupResult> {
  const { client, email } = createNewcomer(running);
  await client.post(SIGNUP, { name: 'Μαρία Παππά', email, programName });
  const response = await client.post(`${SIGNUP}/verify?token=${await findMailedToken(running, email)}`);
  expect(response.status).toBe(201);
  const access = response.json<SandboxAccessResponse & Record<string, unknown>>();
  const withKey = running.client.withKey(access.apiKey);
  const { token } = (await withKey.post('/dev/auth-api/resources/tokens', { 'user-key': access.userKey })).json<{ token: string }>();
  const { store, sessions } = running.parts;
  const [user] = await store.query<{ id: number }>('gateway', 'SELECT id FROM app_user WHERE email = $1', [email]);
  const session = await store.transaction('gateway', (tx) => sessions.open(tx, user!.id));
  return { ...access, email, userId: user!.id, session: client.withToken(session.token), caller: withKey.withToken(token) };
}

/** The whole application with a clock that the spec moves, and access to all its tables. */
export class SignupApp {
  private constructor(
    readonly running: RunningApp,
    readonly clock: ManualClock,
    private readonly tables: TableFingerprints,
  ) {}

  static async start(config: StartOptions['config'] = {}): Promise<SignupApp> {
    const clock = new ManualClock('2026-11-20T08:00:00Z');
    const running = await startApp({ clock, config });
    return new SignupApp(running, clock, await TableFingerprints.open(running.database.url, ['gateway', 'production', 'sandbox']));
  }

  async stop(): Promise<void> {
    await this.tables.close();
    await this.running.stop();
  }

  advanceMs(ms: number): void {
    this.clock.set(new Date(this.clock.now().getTime() + ms));
  }

  /** Requests a token; returns the status and the error code. */
  async requestToken(root: string, { apiKey, userKey }: Pick<SandboxAccessResponse, 'apiKey' | 'userKey'>): Promise<string> {
    const response = await this.running.client.withKey(apiKey).post(`${root}/auth-api/resources/tokens`, { 'user-key': userKey });
    const { error } = response.json<{ error?: string | { code: string } }>();
    return `${response.status} ${typeof error === 'object' ? error.code : (error ?? '')}`;
  }

  readFingerprint(): Promise<Record<string, string>> {
    return this.tables.read();
  }

  /** Expects the call to fail with these violations and to change nothing. */
  async expectViolations(call: () => Promise<HttpResponse>, ...violations: string[]): Promise<void> {
    const before = await this.readFingerprint();
    expect(listViolationLines(await call())).toEqual(violations);
    expect(await this.readFingerprint()).toEqual(before);
  }

  query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.running.parts.store.query<Row>('gateway', text, values);
  }
}

/** Lists the violations of a 400 response, each as `path code`. */
export function listViolationLines(response: HttpResponse): string[] {
  expect(response.status).toBe(400);
  return response.json<{ details: { path: string; code: string }[] }>().details.map(({ path, code }) => `${path} ${code}`);
}
