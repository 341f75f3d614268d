import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock.js';
import { createKeySecret, hashSecret, isSecret } from '../../../identity/secret.js';
import type { NewSession } from '../../../identity/session.service.js';
import type { Role } from '../../../identity/user.service.js';
import { OidcSignInEntity } from '../../../store/entities/oidc.entity.js';
import { isUniqueViolation, Store, type Transaction } from '../../../store/store.js';
import type { StaffCaller, Visitor } from '../../common/staff-caller.js';
import { RecordedSessions } from '../accounts/recorded-sessions.js';
import { SIGN_IN_TTL_MS } from '../accounts/session-cookies.js';
import { buildSignInFailed, OidcProvider, type ProviderIdentity } from './oidc-provider.js';
import { OidcUserService } from './oidc-user.service.js';

const USE = `
  DELETE FROM oidc_sign_in WHERE state_hash = $1 AND browser_hash = $2 AND expires_at > $3
  RETURNING nonce, code_verifier AS "codeVerifier", return_to AS "returnTo"`;

interface UsedSignIn {
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly returnTo: string;
}

interface ProviderSignedIn extends NewSession {
  readonly role: Role;
  readonly returnTo: string;
}

/** State, nonce and verifier are rows, so that any node can finish a sign-in, once. */
@Injectable()
export class OidcSignInService {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly provider: OidcProvider,
    private readonly users: OidcUserService,
    private readonly sessions: RecordedSessions,
  ) {}

  /** Several tabs of a browser share its secret. */
  async begin(known: string | null, returnTo: string): Promise<{ readonly url: string; readonly browserSecret: string }> {
    const { url, state, nonce, codeVerifier } = await this.provider.beginSignIn();
    const browserSecret = known !== null && isSecret(known) ? known : createKeySecret();
    const createdAt = this.clock.now();
    const expiresAt = new Date(createdAt.getTime() + SIGN_IN_TTL_MS);
    const hashes = { stateHash: hashSecret(state), browserHash: hashSecret(browserSecret) };
    const signIn = { ...hashes, nonce, codeVerifier, returnTo, createdAt, expiresAt };
    await this.store.transaction('gateway', (tx) => tx.manager.insert(OidcSignInEntity, signIn));
    return { url, browserSecret };
  }

  async finish(visitor: Visitor, browserSecret: string | null, response: string): Promise<ProviderSignedIn> {
    const { returnTo, ...secrets } = await this.use(browserSecret, response);
    const identity = await this.provider.finishSignIn(response, secrets);
    const open = (tx: Transaction): Promise<Omit<ProviderSignedIn, 'returnTo'>> => this.open(tx, visitor, identity);
    const session = await this.store.transaction('gateway', open).catch((error: unknown) => {
      // Another sign-in of the same person created or bound the user meanwhile.
      if (isUniqueViolation(error, 'app_user_email_key') || isUniqueViolation(error, 'user_identity_pkey'))
        return this.store.transaction('gateway', open);
      throw error;
    });
    return { ...session, returnTo };
  }

  async signOut(caller: StaffCaller): Promise<string | null> {
    const [row] = await this.store.query<{ token: string | null }>('gateway', 'SELECT id_token AS token FROM staff_session WHERE id = $1', [
      caller.sessionId,
    ]);
    await this.sessions.end(caller);
    return row?.token == null ? null : this.provider.findSignOutUrl(row.token);
  }

  private async use(browserSecret: string | null, response: string): Promise<UsedSignIn & { readonly state: string }> {
    const state = new URLSearchParams(response).get('state');
    if (browserSecret === null || state === null) throw buildSignInFailed();
    const values = [hashSecret(state), hashSecret(browserSecret), this.clock.now()];
    const [used] = await this.store.query<UsedSignIn>('gateway', USE, values);
    if (used === undefined) throw buildSignInFailed();
    return { ...used, state };
  }

  private async open(tx: Transaction, visitor: Visitor, identity: ProviderIdentity): Promise<NewSession & { readonly role: Role }> {
    const { providerSession, idToken } = identity;
    const account = await this.users.resolve(tx, visitor, identity);
    const session = await this.sessions.open(tx, visitor, account, 'cookie', { providerSession, idToken });
    return { ...session, role: account.role };
  }
}
