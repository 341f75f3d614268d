import { Injectable, Logger } from '@nestjs/common';
import type * as Jose from 'jose';
import type * as OpenIdClient from 'openid-client';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { Config } from '../../../config/config.js';
import type { OidcSettings } from '../../../config/oidc-settings.js';
import { type Claims, listClaimValues } from './claims.js';

const TIMEOUT_SECONDS = 5;
/** An unknown key is looked for at the provider at most this often. */
const KEYS_COOLDOWN_MS = 1_000;
const MAX_LOGOUT_TOKEN_AGE_SECONDS = 5 * 60;
export const CLOCK_TOLERANCE_SECONDS = 60;
/** Time in which a logout token could be presented again. */
export const LOGOUT_TOKEN_REMEMBERED_MS = (MAX_LOGOUT_TOKEN_AGE_SECONDS + 2 * CLOCK_TOLERANCE_SECONDS) * 1000;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const ASYMMETRIC = /^(?:RS|PS|ES)\d{3}$|^(?:Ed25519|EdDSA)$/;

const NO_PROVIDER = { el: 'Δεν έχει οριστεί πάροχος σύνδεσης.', en: 'No provider is set up for signing in.' };
const PROVIDER_DOWN = {
  el: 'Ο πάροχος σύνδεσης δεν αποκρίνεται. Δοκιμάστε ξανά σε λίγο ή ενημερώστε έναν διαχειριστή.',
  en: 'The sign-in provider does not respond. Try again shortly, or tell an administrator.',
};
const SIGN_IN_FAILED = {
  el: 'Η σύνδεση δεν ολοκληρώθηκε. Ξεκινήστε ξανά και, αν επαναληφθεί, απευθυνθείτε σε έναν διαχειριστή.',
  en: 'You could not be signed in. Start again, and ask an administrator if it happens again.',
};
const BAD_LOGOUT_TOKEN = { el: 'Το logout token δεν ισχύει.', en: 'The logout token is not valid.' };

const UNAVAILABLE: ReadonlySet<unknown> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_PARSE_ERROR',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'ERR_JWKS_TIMEOUT',
  'ERR_JOSE_GENERIC',
]);

interface Connection {
  readonly client: typeof OpenIdClient;
  readonly jose: typeof Jose;
  readonly configuration: OpenIdClient.Configuration;
  readonly keys: Jose.JWTVerifyGetKey;
  readonly checks: Pick<Jose.JWTVerifyOptions, 'issuer' | 'audience' | 'algorithms' | 'clockTolerance'>;
}

export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface ProviderIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly providerSession: string | null;
  readonly idToken: string;
  readonly claims: Claims;
}

export interface LogoutToken {
  readonly id: string;
  readonly issuer: string;
  readonly subject: string | null;
  readonly providerSession: string | null;
}

/** Libraries and metadata are loaded at the first sign-in, again after a failure. */
@Injectable()
export class OidcProvider {
  private readonly logger = new Logger(OidcProvider.name);
  private connection: Promise<Connection> | null = null;

  constructor(private readonly config: Config) {}

  get settings(): OidcSettings {
    const { oidc } = this.config;
    if (oidc === null) throw new DomainError(ErrorCode.CHILD_NOT_FOUND, { text: NO_PROVIDER });
    return oidc;
  }

  async beginSignIn(): Promise<SignInSecrets & { readonly url: string }> {
    const { client, configuration } = await this.connect();
    const secrets = { state: client.randomState(), nonce: client.randomNonce(), codeVerifier: client.randomPKCECodeVerifier() };
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: this.redirectUri,
      scope: this.settings.scopes,
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(secrets.codeVerifier),
      code_challenge_method: 'S256',
    });
    return { ...secrets, url: url.href };
  }

  /** `response` is the query of the provider's redirect. @throws DomainError TOKEN_REFUSED, UNAVAILABLE */
  async finishSignIn(response: string, { state, nonce, codeVerifier }: SignInSecrets): Promise<ProviderIdentity> {
    const { client, jose, configuration, keys, checks } = await this.connect();
    try {
      const url = new URL(this.redirectUri);
      url.search = response;
      const tokens = await client.authorizationCodeGrant(configuration, url, {
        pkceCodeVerifier: codeVerifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const idToken = tokens.id_token ?? '';
      // The library trusts TLS for a token that the provider sends itself; the signature is checked too.
      const { payload } = await jose.jwtVerify(idToken, keys, checks);
      const { iss: issuer = '', sub: subject = '', sid } = payload;
      const isComplete = this.hasNeededClaims(payload) || configuration.serverMetadata().userinfo_endpoint === undefined;
      const userInfo = isComplete ? {} : await client.fetchUserInfo(configuration, tokens.access_token, subject);
      const claims = { ...userInfo, ...payload };
      return { issuer, subject, providerSession: findText(sid), idToken, claims };
    } catch (error) {
      throw this.toDomainError(error);
    }
  }

  async findSignOutUrl(idToken: string): Promise<string | null> {
    const connection = await this.connect().catch(() => null);
    if (connection?.configuration.serverMetadata().end_session_endpoint === undefined) return null;
    const { client, configuration } = connection;
    return client.buildEndSessionUrl(configuration, { post_logout_redirect_uri: this.folder, id_token_hint: idToken }).href;
  }

  /** Checks a token of OpenID Connect Back-Channel Logout 1.0. @throws DomainError INVALID, UNAVAILABLE */
  async readLogoutToken(token: string): Promise<LogoutToken> {
    const { jose, keys, checks } = await this.connect();
    const { payload } = await jose
      .jwtVerify(token, keys, { ...checks, requiredClaims: ['iat', 'jti', 'events'], maxTokenAge: MAX_LOGOUT_TOKEN_AGE_SECONDS })
      .catch((error: unknown) => {
        throw isUnavailable(error) ? this.toDomainError(error) : buildBadLogoutToken(error);
      });
    const { iss: issuer = '', jti: id = '', sub, sid, events, nonce } = payload;
    const [subject, providerSession] = [findText(sub), findText(sid)];
    const hasEvent = typeof (events as Claims | null)?.[LOGOUT_EVENT] === 'object';
    if (!hasEvent || nonce !== undefined || (subject ?? providerSession) === null) throw buildBadLogoutToken();
    return { id, issuer, subject, providerSession };
  }

  get redirectUri(): string {
    return `${this.folder}sign-in/provider`;
  }

  private get folder(): string {
    const home = this.config.environments.includes('production') ? '' : 'dev/';
    return `${this.config.publicUrl}/console/${home}`;
  }

  private hasNeededClaims(claims: Claims): boolean {
    const { roleClaim } = this.settings;
    return claims['email'] !== undefined && (roleClaim === null || listClaimValues(claims, roleClaim).length > 0);
  }

  private async connect(): Promise<Connection> {
    const { settings } = this;
    this.connection ??= discover(settings);
    try {
      return await this.connection;
    } catch (error) {
      this.connection = null;
      this.logger.warn(`The OpenID provider ${settings.issuer} could not be used: ${explainError(error)}`);
      throw new DomainError(ErrorCode.UNAVAILABLE, { text: PROVIDER_DOWN, cause: error });
    }
  }

  private toDomainError(error: unknown): DomainError {
    this.logger.warn(`A sign-in at the OpenID provider failed: ${explainError(error)}`);
    return isUnavailable(error) ? new DomainError(ErrorCode.UNAVAILABLE, { text: PROVIDER_DOWN, cause: error }) : buildSignInFailed(error);
  }
}

export function buildSignInFailed(cause?: unknown): DomainError {
  return new DomainError(ErrorCode.TOKEN_REFUSED, { text: SIGN_IN_FAILED, cause });
}

export function buildBadLogoutToken(cause?: unknown): DomainError {
  const violation = { path: 'logout_token', code: ErrorCode.INVALID, text: BAD_LOGOUT_TOKEN };
  return new DomainError(violation.code, { text: violation.text, violations: [violation], cause });
}

async function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<Connection> {
  const [client, jose] = await Promise.all([import('openid-client'), import('jose')]);
  // The settings allow http only for a provider on this machine.
  const execute = issuer.startsWith('http:') ? [client.allowInsecureRequests] : [];
  const found = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, { execute, timeout: TIMEOUT_SECONDS });
  const metadata = found.serverMetadata();
  const takesPost = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true;
  const authentication = takesPost ? client.ClientSecretPost(clientSecret) : client.ClientSecretBasic(clientSecret);
  const configuration = new client.Configuration(metadata, clientId, { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS }, authentication);
  configuration.timeout = TIMEOUT_SECONDS;
  for (const enable of execute) enable(configuration);
  if (metadata.jwks_uri === undefined) throw new Error('Its metadata has no jwks_uri.');
  const keys = jose.createRemoteJWKSet(new URL(metadata.jwks_uri), {
    timeoutDuration: TIMEOUT_SECONDS * 1000,
    cooldownDuration: KEYS_COOLDOWN_MS,
  });
  const algorithms = (metadata.id_token_signing_alg_values_supported ?? ['RS256']).filter((name) => ASYMMETRIC.test(name));
  const checks = { issuer: metadata.issuer, audience: clientId, algorithms, clockTolerance: CLOCK_TOLERANCE_SECONDS };
  return { client, jose, configuration, keys, checks };
}

function isUnavailable(error: unknown): boolean {
  return error instanceof TypeError ? error.message === 'fetch failed' : UNAVAILABLE.has((error as { code?: unknown }).code);
}

function findText(claim: unknown): string | null {
  return typeof claim === 'string' ? claim : null;
}

/** Names an error without values of the person. */
function explainError(error: unknown): string {
  const { message, code, error: reason } = error as { message: string; code?: unknown; error?: unknown };
  return [message, code, reason].filter((part) => typeof part === 'string').join(', ');
}
