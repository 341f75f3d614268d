import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { RunningApp } from '../app.js';
import type { Client } from '../client.js';
import { openCookieSession } from '../cookie-session.js';
import { createOAuthProgram, requestOAuthToken, toOAuthForm } from '../oauth-program.js';
import { createStaff } from '../staff-client.js';
import { CERTIFICATE_HEADER, type Attacks, type Prepare } from './attack.js';

const CERTIFICATE = createHash('sha256').update('certificate of a program').digest('hex');

/** Requests a token with a changed form. */
function requestingToken(change: object, headers: Readonly<Record<string, string>> = {}): Prepare {
  return async ({ node }) => {
    const form = { ...toOAuthForm(await createOAuthProgram(node)), ...change };
    return () => requestOAuthToken(node.client, form, headers);
  };
}

/** Uses a key that needs a certificate. */
function statingCertificate(headers: OutgoingHttpHeaders): Prepare {
  return async ({ node }) => {
    const { apiKey } = await createOAuthProgram(node, { certificateSha256: CERTIFICATE });
    return () => node.client.withKey(apiKey).with(headers).get('/mtr-api/resources');
  };
}

export async function createToken(node: RunningApp): Promise<{ readonly client: Client; readonly token: string }> {
  const program = await createOAuthProgram(node);
  const { access_token: token } = (await requestOAuthToken(node.client, toOAuthForm(program))).json<{ access_token: string }>();
  return { client: node.client.withKey(program.apiKey).withToken(token), token };
}

/** Attacks on the access of programs. */
export const PROGRAM_ATTACKS: Attacks = {
  'client of OAuth': [
    ['refreshes', 400, 'unsupported_grant_type', requestingToken({ grant_type: 'refresh_token', refresh_token: 'x' })],
    [
      'exchanges a token',
      400,
      'unsupported_grant_type',
      requestingToken({ grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange' }),
    ],
    [
      'presents a signed assertion',
      401,
      'invalid_client',
      requestingToken({ client_secret: '', client_assertion: 'e30.e30.', client_assertion_type: 'jwt-bearer' }),
    ],
    ['names itself in digits of another script', 401, 'invalid_client', requestingToken({ client_id: '１' })],
    ['names itself by a fraction', 401, 'invalid_client', requestingToken({ client_id: '1e0' })],
    ['ends its secret with a zero byte', 401, 'invalid_client', requestingToken({ client_secret: `${'x'.repeat(39)}\0` })],
    ['packs its form', 400, 'invalid_request', requestingToken({}, { 'Content-Encoding': 'gzip' })],
    [
      'belongs to a user who was disabled',
      401,
      'invalid_client',
      async ({ oidc, node }) => {
        const program = await createOAuthProgram(node);
        await oidc.query(`UPDATE app_user SET status = 'disabled' WHERE id = $1`, [program.userId]);
        return () => requestOAuthToken(node.client, toOAuthForm(program));
      },
    ],
  ],
  'client certificate': [
    ['is stated with an underscore', 403, 'API_KEY_CERTIFICATE_REQUIRED', statingCertificate({ X_Client_Cert: CERTIFICATE })],
    [
      'is stated by another header',
      403,
      'API_KEY_CERTIFICATE_REQUIRED',
      statingCertificate({ 'X-SSL-Client-Cert': CERTIFICATE, 'X-Forwarded-Client-Cert': `Hash=${CERTIFICATE}` }),
    ],
    ['is stated twice', 403, 'API_KEY_CERTIFICATE_REQUIRED', statingCertificate({ [CERTIFICATE_HEADER]: ['0'.repeat(64), CERTIFICATE] })],
    [
      'is stated with its algorithm',
      403,
      'API_KEY_CERTIFICATE_REQUIRED',
      statingCertificate({ [CERTIFICATE_HEADER]: `sha256:${CERTIFICATE}` }),
    ],
    [
      'has only the same SHA-1',
      403,
      'API_KEY_CERTIFICATE_REQUIRED',
      statingCertificate({ [CERTIFICATE_HEADER]: CERTIFICATE.slice(0, 40) }),
    ],
  ],
  'rotation of a key': [
    [
      'is by the token of another program',
      401,
      '-201',
      async ({ node }) => {
        const [{ token }, { apiKey }] = [await createToken(node), await createOAuthProgram(node)];
        return () => node.client.withKey(apiKey).withToken(token).post('/auth-api/resources/keys/rotate', {});
      },
    ],
    [
      'is by a token of the other environment',
      401,
      '-201',
      async ({ node }) => {
        const { client } = await createToken(node);
        return () => client.post('/dev/auth-api/resources/keys/rotate', {});
      },
    ],
    [
      'is by an agent’s user for a key of others',
      400,
      '-304',
      async ({ node }) => {
        const [{ keyId }, { client }] = [await createOAuthProgram(node), await createStaff(node, 'agent')];
        return () => client.post(`/backoffice-api/api-keys/${keyId}/rotate`, { overlapHours: 1 });
      },
    ],
    [
      'is by a console, which has no key to show',
      400,
      '-400',
      async ({ node }) => {
        const { client } = await openCookieSession(node, 'agent');
        return () => client.post('/dev/auth-api/resources/keys/rotate', {});
      },
    ],
  ],
};
