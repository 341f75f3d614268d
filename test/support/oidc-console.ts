import { ConsoleBrowser } from './browser.js';
import { startApp } from './app.js';
import { CLIENT_ID, CLIENT_SECRET, OpenIdProvider } from './openid-provider.js';
import { findFreePort } from './program.js';

/** A console whose only user signs in at a provider, and a browser to visit it. */
export interface OidcConsole {
  readonly visitor: ConsoleBrowser;
  readonly provider: OpenIdProvider;
  readonly email: string;
  stop(): Promise<void>;
}

export async function openOidcConsole(): Promise<OidcConsole> {
  const httpsPort = await findFreePort();
  const publicUrl = `https://127.0.0.1:${httpsPort}`;
  const provider = await OpenIdProvider.start({ console: `${publicUrl}/console/`, sendLogout: () => Promise.resolve(204) });
  const access = { issuer: provider.issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, name: 'Insurer login' };
  const oidc = {
    ...access,
    scopes: 'openid profile email',
    users: 'invited',
    roleClaim: null,
    roles: [],
    emailVerifiedClaim: 'email_verified',
  } as const;
  const running = await startApp({ config: { httpsPort, publicUrl, oidc } });
  const email = 'maria@insurer.example';
  const { store, users } = running.parts;
  await store.transaction('gateway', (tx) => users.create(tx, { email, name: 'Μαρία', role: 'issuing', agentCode: null, delegates: [] }));
  const visitor = await ConsoleBrowser.start(running);
  const stop = async (): Promise<void> => {
    await visitor.stop();
    await running.stop();
    await provider.stop();
  };
  return { visitor, provider, email, stop };
}
