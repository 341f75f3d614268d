import { decodeJwt, exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider, type Configuration } from 'oidc-provider';

export const CLIENT_ID = 'insurance';
export const CLIENT_SECRET = 'a-secret-of-the-console-at-the-provider';
const SCOPES = ['openid', 'email', 'profile', 'roles'];
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** Claims of a person at the provider. */
export interface Person {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly roles?: readonly string[];
}

export interface ProviderAddresses {
  /** Folder of the console, with a slash at the end. */
  readonly console: string;
  /** Sends a logout token to the application. */
  readonly sendLogout: (form: string) => Promise<number>;
}

interface SigningKey {
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

/** A real OpenID provider in this process, at which a named person signs in without a password. */
export class OpenIdProvider {
  /** Persons by subject. */
  readonly people = new Map<string, Person>();
  /** Subject that signs in next. */
  subject = '';
  /** Changes the payload of the ID tokens that the provider signs. */
  alter: ((payload: JWTPayload) => JWTPayload) | null = null;
  /** Whether the provider signs ID tokens with a key that it does not publish. */
  isForging = false;
  /** Statuses of the responses to logout tokens. */
  readonly logoutStatuses: number[] = [];
  private provider: Provider;
  private key: SigningKey;

  private constructor(
    private readonly server: Server,
    readonly port: number,
    private readonly addresses: ProviderAddresses,
  ) {}

  static async start(addresses: ProviderAddresses): Promise<OpenIdProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const started = new OpenIdProvider(server, (server.address() as AddressInfo).port, addresses);
    await started.rotateKeys();
    server.on('request', (request, response) => {
      if (request.url?.startsWith('/interaction/') !== true) return void started.provider.callback()(request, response);
      const result = { login: { accountId: started.subject } };
      void started.provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    });
    return started;
  }

  get issuer(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Signs with a new key from now on; the former one is gone. */
  async rotateKeys(): Promise<void> {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    this.key = { privateKey, jwk: { ...(await exportJWK(privateKey)), kid: crypto.randomUUID(), alg: 'RS256', use: 'sig' } };
    this.provider = new Provider(this.issuer, this.buildConfiguration());
    this.provider.use(async (ctx, next) => {
      await next();
      const body = ctx.body as { id_token?: string } | undefined;
      if (body?.id_token === undefined || (this.alter === null && !this.isForging)) return;
      const payload = this.alter?.(decodeJwt(body.id_token)) ?? decodeJwt(body.id_token);
      ctx.body = { ...body, id_token: await (this.isForging ? this.signForged(payload) : this.sign(payload)) };
    });
  }

  sign(payload: JWTPayload, key: SigningKey = this.key): Promise<string> {
    return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: key.jwk.kid! }).sign(key.privateKey);
  }

  /** Signs a logout token; changed members that are undefined are missing. */
  signLogoutToken(changes: JWTPayload): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const times = { iat: now, exp: now + 120, jti: crypto.randomUUID() };
    return this.sign({ iss: this.issuer, aud: CLIENT_ID, ...times, events: { [LOGOUT_EVENT]: {} }, ...changes });
  }

  /** Signs with a key that the provider does not have. */
  async signForged(payload: JWTPayload): Promise<string> {
    const { privateKey } = await generateKeyPair('RS256');
    return this.sign(payload, { ...this.key, privateKey });
  }

  signWithSecret(payload: JWTPayload): Promise<string> {
    return new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(CLIENT_SECRET));
  }

  /** Sends the logout token of the provider's own making to the application. */
  async logOut(subject: string, session: string | undefined): Promise<void> {
    const client = await this.provider.Client.find(CLIENT_ID);
    await (client as unknown as { backchannelLogout(sub: string, sid?: string): Promise<void> }).backchannelLogout(subject, session);
  }

  /** Refuses connections until `resume`. */
  async pause(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  async resume(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    if (this.server.listening) await this.pause();
  }

  private buildConfiguration(): Configuration {
    const { console: folder } = this.addresses;
    return {
      jwks: { keys: [this.key.jwk] },
      cookies: { keys: ['a key of the test'] },
      scopes: SCOPES,
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], roles: ['roles'] },
      conformIdTokenClaims: false,
      features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId, ...this.people.get(accountId) }) }),
      loadExistingGrant: async ({ oidc }) => {
        const known = oidc.session!.grantIdFor(CLIENT_ID);
        if (known !== undefined) return oidc.provider.Grant.find(known);
        const grant = new oidc.provider.Grant({ clientId: CLIENT_ID, accountId: oidc.session!.accountId! });
        grant.addOIDCScope(SCOPES.join(' '));
        await grant.save();
        return grant;
      },
      fetch: async (_, options) => {
        const status = await this.addresses.sendLogout((options?.body as URLSearchParams).toString());
        this.logoutStatuses.push(status);
        return new Response(null, { status });
      },
      clients: [
        {
          client_id: CLIENT_ID,
          client_secret: CLIENT_SECRET,
          redirect_uris: [`${folder}sign-in/provider`],
          post_logout_redirect_uris: [folder],
          backchannel_logout_uri: `${folder}back-channel-logout`,
          backchannel_logout_session_required: true,
        },
      ],
    };
  }
}

/** Follows the provider's redirects as a browser does. */
export class ProviderVisitor {
  private readonly cookies = new Map<string, string>();

  /** Returns the query with which the provider redirects to an address outside. */
  async visit(url: string): Promise<string> {
    const { origin } = new URL(url);
    for (let next = url, step = 0; step < 10; step += 1) {
      const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(next, { redirect: 'manual', headers: { Cookie: cookie } });
      for (const text of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(text)!;
        this.cookies.set(name!, value!);
      }
      const location = response.headers.get('location');
      if (location === null) throw new Error(`The provider responded ${response.status}: ${await response.text()}`);
      const target = new URL(location, next);
      if (target.origin !== origin) return target.search.slice(1);
      next = target.href;
    }
    throw new Error('The provider redirects without an end.');
  }
}
