import type { JWTPayload } from 'jose';
import type { Config } from '../../src/config/config.js';
import type { OidcSettings } from '../../src/config/oidc-settings.js';
import { startApp, type RunningApp } from './app.js';
import type { Client, HttpResponse } from './client.js';
import { CLIENT_ID, CLIENT_SECRET, OpenIdProvider, ProviderVisitor, type Person } from './openid-provider.js';
import { TableFingerprints } from './table-fingerprints.js';

export const PUBLIC_URL = 'https://gateway.example';
export const BREAK_GLASS_ADMIN = 'emergency@insurer.example';
const LOGOUT = '/backoffice-api/oidc/back-channel-logout';
/** Rows of a sign-in under way, which a refused return uses up too. */
const USED_UP = 'gateway.oidc_sign_in';

/** Two nodes on one database, and the provider at which their users sign in. */
export class OidcFixture {
  private constructor(
    readonly provider: OpenIdProvider,
    readonly nodes: readonly [RunningApp, RunningApp],
    private readonly tables: TableFingerprints,
  ) {}

  static async start(settings: Partial<OidcSettings> = {}, config: Partial<Config> = {}): Promise<OidcFixture> {
    const nodes: RunningApp[] = [];
    const provider = await OpenIdProvider.start({
      console: `${PUBLIC_URL}/console/`,
      sendLogout: async (form) => (await sendForm(nodes[0]!.client, form)).status,
    });
    const oidc: OidcSettings = {
      issuer: provider.issuer,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      name: 'Insurer login',
      scopes: 'openid email profile roles',
      users: 'invited',
      roleClaim: null,
      roles: [],
      emailVerifiedClaim: 'email_verified',
      ...settings,
    };
    const shared = { publicUrl: PUBLIC_URL, oidc, breakGlassAdmin: BREAK_GLASS_ADMIN, ...config };
    nodes.push(await startApp({ config: shared }));
    nodes.push(await startApp({ config: shared, database: nodes[0]!.database }));
    const tables = await TableFingerprints.open(nodes[0]!.database.url, ['gateway']);
    return new OidcFixture(provider, nodes as [RunningApp, RunningApp], tables);
  }

  async stop(): Promise<void> {
    await this.tables.close();
    await this.nodes[1].stop();
    await this.nodes[0].stop();
    await this.provider.stop();
  }

  /** Opens a browser that is signed in nowhere, at the provider as the person. */
  openBrowser(subject: string, person: Person): OidcBrowser {
    this.provider.people.set(subject, person);
    return new OidcBrowser(this, subject);
  }

  async createUser(email: string, role: 'admin' | 'underwriter' | 'issuing' | 'agent', agentCode: string | null = null): Promise<number> {
    const { store, users } = this.nodes[0].parts;
    return store.transaction('gateway', (tx) => users.create(tx, { email, name: 'Staff', role, agentCode, delegates: [] }));
  }

  query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.nodes[0].parts.store.query<Row>('gateway', text, values);
  }

  /** Expects the error without a change, except that the sign-in is used up. */
  async expectRefused(call: () => Promise<HttpResponse>, status: number, error: string, ...paths: string[]): Promise<HttpResponse> {
    const before = await this.readTables();
    const response = await call();
    const { details = [], ...body } = response.json<{ error: string; details?: { path: string }[] }>();
    expect([response.status, body.error, details.map(({ path }) => path)]).toEqual([status, error, paths]);
    expect(JSON.stringify(response.headers['set-cookie'] ?? [])).not.toContain('__Host-session');
    expect(await this.readTables()).toEqual(before);
    return response;
  }

  /** Sends a logout token as the provider does. */
  logOut(token: string, node: 0 | 1 = 0): Promise<HttpResponse> {
    return sendForm(this.nodes[node].client, new URLSearchParams({ logout_token: token }).toString());
  }

  signLogoutToken(changes: JWTPayload): Promise<string> {
    return this.provider.signLogoutToken(changes);
  }

  /** Reads the tables of the gateway, without sign-ins under way. */
  async readTables(): Promise<Record<string, string>> {
    const found = Object.entries(await this.tables.read());
    return Object.fromEntries(found.filter(([name]) => name !== USED_UP));
  }
}

/** A browser of one person: its cookies here and at the provider. */
export class OidcBrowser {
  readonly visitor = new ProviderVisitor();
  /** Secret of the browser, as a cookie. */
  cookie = '';

  constructor(
    private readonly fixture: OidcFixture,
    readonly subject: string,
  ) {}

  /** Begins a sign-in and returns the address of the provider's page. */
  async begin(returnTo = '', node: 0 | 1 = 0): Promise<string> {
    const response = await this.client(node).post('/backoffice-api/oidc/sign-ins', { returnTo });
    expect(response.status).toBe(201);
    this.cookie = response.headers['set-cookie']![0]!.split(';')[0]!;
    return response.json<{ url: string }>().url;
  }

  /** Signs in at the provider and returns its response, a query. */
  async visitProvider(url: string): Promise<string> {
    this.fixture.provider.subject = this.subject;
    return this.visitor.visit(url);
  }

  finish(response: string, node: 0 | 1 = 0): Promise<HttpResponse> {
    return this.client(node).post('/backoffice-api/oidc/sessions', { response });
  }

  /** Sends the response of a new sign-in at the provider. */
  async signIn(): Promise<HttpResponse> {
    return this.finish(await this.visitProvider(await this.begin()));
  }

  /** Signs in and returns a client of the session on a node. */
  async open(): Promise<(node: 0 | 1) => Client> {
    const response = await this.signIn();
    expect([response.status, response.json()['error']]).toEqual([201, undefined]);
    const session = response.headers['set-cookie']!.find((text) => text.startsWith('__Host-session='))!.split(';')[0]!;
    const headers = { Cookie: session, 'X-CSRF-Token': response.json<{ csrfToken: string }>().csrfToken };
    return (node) => this.fixture.nodes[node].client.with(headers);
  }

  /** Returns a client with the cookie of the browser, from a separate address. */
  private client(node: 0 | 1): Client {
    return this.fixture.nodes[node].client.with({
      'X-Forwarded-For': `10.7.0.${1 + (hashCode(this.subject) % 250)}`,
      'Sec-Fetch-Site': 'same-origin',
      ...(this.cookie === '' ? {} : { Cookie: this.cookie }),
    });
  }
}

function hashCode(text: string): number {
  return [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7);
}

function sendForm(client: Client, form: string): Promise<HttpResponse> {
  return client.post(LOGOUT, undefined, { body: form, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } });
}
