import { decodeJwt, exportJWK, generateKeyPair, SignJWT, type JWK, type JWTPayload } from 'jose';
import type { Attacks, Prepare } from './attack.js';

const SIGNED_IN = { email: 'maria@insurer.example', email_verified: true };

/** Returns from the provider with a changed response, or with other headers. */
function returning(change: (query: URLSearchParams) => unknown, headersOf: (cookie: string) => object = (Cookie) => ({ Cookie })): Prepare {
  return async ({ oidc, node }) => {
    const browser = oidc.openBrowser('maria', SIGNED_IN);
    const response = change(new URLSearchParams(await browser.visitProvider(await browser.begin())));
    const client = node.client.with({ 'Sec-Fetch-Site': 'same-origin', ...headersOf(browser.cookie) });
    return () => client.post('/backoffice-api/oidc/sessions', { response });
  };
}

/** Sends a form with a changed token of the provider. */
function loggingOut(form: (token: string) => string, changes: JWTPayload = {}, type = 'application/x-www-form-urlencoded'): Prepare {
  return async ({ oidc, node }) => {
    const body = form(await oidc.signLogoutToken({ sub: 'maria', ...changes }));
    return () => node.client.post('/backoffice-api/oidc/back-channel-logout', undefined, { body, headers: { 'Content-Type': type } });
  };
}

/** Sends a token that is signed with a key of the attacker, which its header may name. */
function forging(headerOf: (jwk: JWK) => object): Prepare {
  return async ({ oidc }) => {
    const payload = decodeJwt(await oidc.signLogoutToken({ sub: 'maria' }));
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
    const header = { alg: 'RS256', ...headerOf(await exportJWK(publicKey)) };
    const token = await new SignJWT(payload).setProtectedHeader(header).sign(privateKey);
    return () => oidc.logOut(token);
  };
}

/** Attacks on the sign-in and the logout at the provider. */
export const PROVIDER_ATTACKS: Attacks = {
  'return from the provider': [
    ['has the state twice', 401, '-201', returning((query) => `${query.toString()}&state=other`)],
    ['has an ID token instead of the code', 401, '-201', returning((query) => `id_token=e30.e30.&state=${query.get('state')}`)],
    [
      'is a whole address',
      401,
      '-201',
      returning((query) => `https://gateway.example/console/?x=1&${query.toString()}`.replace('code=', 'c=')),
    ],
    ['is an object', 400, '-102', returning(() => ({ $ne: null }))],
    ['is longer than an address', 400, '-102', returning((query) => `${query.toString()}&x=${'x'.repeat(8_000)}`)],
    [
      'comes with two secrets of browsers',
      401,
      '-201',
      returning(String, (cookie) => ({ Cookie: `${cookie}; __Host-oidc=${'x'.repeat(40)}` })),
    ],
    [
      'comes with the secret in a cookie of another name',
      401,
      '-201',
      returning(String, (cookie) => ({ Cookie: cookie.replace('__Host-', '') })),
    ],
    ['comes from a page of a subdomain', 403, '-205', returning(String, (Cookie) => ({ Cookie, Origin: 'https://x.gateway.example' }))],
  ],
  'logout token': [
    ['brings its own key', 400, '-102', forging((jwk) => ({ jwk }))],
    ['names the address of its key', 400, '-102', forging(() => ({ jku: 'https://evil.example/keys', kid: 'mine' }))],
    ['names a file as its key', 400, '-102', forging(() => ({ kid: '../../../../dev/null' }))],
    ['names no key', 400, '-102', forging(() => ({}))],
    ['names somebody by a number', 400, '-102', loggingOut((token) => `logout_token=${token}`, { sub: 7 as never })],
    ['is JSON', 400, '-102', loggingOut((logout_token) => JSON.stringify({ logout_token }), {}, 'application/json')],
    ['has no name', 400, '-102', loggingOut((token) => token)],
    ['has an event in a list', 400, '-102', loggingOut((token) => `logout_token=${token}`, { events: ['logout'] as never })],
    ['is longer than any token', 413, '-108', loggingOut((token) => `logout_token=${token}&x=${'x'.repeat(65_536)}`)],
  ],
};
