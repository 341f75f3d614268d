import type { Request } from 'express';
import { OAuthError } from './oauth-error.js';

/** Request for a token by OAuth 2.0 client credentials (RFC 6749, section 4.4). */
export interface TokenForm {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly agentCode: string | null;
}

export const FORM_TYPE = 'application/x-www-form-urlencoded';
const BASIC = /^basic +(\S+) *$/i;
const ONE_METHOD = 'Send the client credentials by HTTP Basic or in the body, not both.';

export function assertFormType({ headers }: Request): void {
  const type = (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
  if (type !== FORM_TYPE || (headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new OAuthError('invalid_request', `The body must be ${FORM_TYPE}.`);
}

/** Parameters without a value count as absent; unknown ones are ignored. */
export function parseTokenForm(body: string, authorization: string | undefined): TokenForm {
  const parameters = new URLSearchParams(body);
  const repeated = [...parameters.keys()].some((name) => parameters.getAll(name).length > 1);
  if (repeated) throw new OAuthError('invalid_request', 'A parameter is repeated.');
  const get = (name: string): string | null => parameters.get(name) || null;
  const grantType = get('grant_type');
  if (grantType === null) throw new OAuthError('invalid_request', 'The parameter grant_type is missing.');
  if (grantType !== 'client_credentials') throw new OAuthError('unsupported_grant_type', 'The grant type must be client_credentials.');
  if (get('scope') !== null) throw new OAuthError('invalid_scope', 'There are no scopes: the grants of the API key decide.');
  return { ...findCredentials(get('client_id'), get('client_secret'), authorization), agentCode: get('agent_code') };
}

function findCredentials(
  id: string | null,
  secret: string | null,
  authorization: string | undefined,
): Pick<TokenForm, 'clientId' | 'clientSecret'> {
  if (authorization === undefined) {
    if (id === null || secret === null) throw new OAuthError('invalid_client', 'The client credentials are missing.');
    return { clientId: id, clientSecret: secret };
  }
  if (secret !== null) throw new OAuthError('invalid_request', ONE_METHOD);
  const credentials = parseBasic(authorization);
  if (credentials === null) throw new OAuthError('invalid_client', 'The client must be authenticated by HTTP Basic or in the body.');
  if (id !== null && id !== credentials.clientId) throw new OAuthError('invalid_request', ONE_METHOD);
  return credentials;
}

function parseBasic(authorization: string): Pick<TokenForm, 'clientId' | 'clientSecret'> | null {
  const encoded = BASIC.exec(authorization)?.[1];
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString('utf8')) ?? [];
  if (id === undefined || secret === undefined) return null;
  try {
    return { clientId: decodeFormValue(id), clientSecret: decodeFormValue(secret) };
  } catch {
    return null;
  }
}

function decodeFormValue(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}
