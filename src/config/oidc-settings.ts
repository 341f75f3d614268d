import { ConfigError } from '../common/operator-error.js';

export const OIDC_USERS = ['invited', 'create'] as const;

export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
  readonly scopes: string;
  readonly users: (typeof OIDC_USERS)[number];
  readonly roleClaim: string | null;
  /** Values of the claim and their roles; the first that a person has counts. */
  readonly roles: readonly RoleOfValue[];
  readonly emailVerifiedClaim: string;
}

export interface RoleOfValue {
  readonly value: string;
  readonly role: string;
}

export interface OidcTexts extends Omit<OidcSettings, 'issuer' | 'clientId' | 'clientSecret' | 'roles' | 'name'> {
  readonly issuer: string | null;
  readonly clientId: string | null;
  readonly clientSecret: string | null;
  readonly name: string | null;
  readonly roles: string | null;
  readonly publicUrl: string | null;
}

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

export function parseOidcSettings({ issuer, clientId, clientSecret, publicUrl, ...texts }: OidcTexts): OidcSettings | null {
  if (issuer === null && clientId === null && clientSecret === null) return null;
  if (issuer === null || clientId === null || clientSecret === null)
    throw new ConfigError('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together.');
  if (publicUrl === null) throw new ConfigError('OIDC_ISSUER needs PUBLIC_URL too, to which the provider sends people back.');
  const { roleClaim, users, scopes } = texts;
  const roles = parseRoles(texts.roles);
  if ((roleClaim === null) !== (roles.length === 0)) throw new ConfigError('OIDC_ROLE_CLAIM and OIDC_ROLES must be set together.');
  if (users === 'create' && roles.length === 0)
    throw new ConfigError('OIDC_USERS=create needs OIDC_ROLE_CLAIM and OIDC_ROLES, which give new users their role.');
  if (!scopes.split(' ').includes('openid')) throw new ConfigError('OIDC_SCOPES must contain openid, like openid profile email.');
  return { ...texts, issuer: checkIssuer(issuer), clientId, clientSecret, roles, name: texts.name ?? new URL(issuer).hostname };
}

function checkIssuer(issuer: string): string {
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  if (
    url === null ||
    !(url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname))) ||
    url.search + url.hash !== ''
  )
    throw new ConfigError('OIDC_ISSUER must be the https address of the provider, like https://login.insurer.example/realms/staff.');
  return issuer;
}

/** Reads `value=role,value=role`. A value may contain `=`. */
function parseRoles(text: string | null): readonly RoleOfValue[] {
  if (text === null) return [];
  return text.split(',').map((item) => {
    const [, value, role] = /^\s*(.+)=\s*([a-z]+)\s*$/.exec(item) ?? [];
    if (value === undefined || role === undefined)
      throw new ConfigError('OIDC_ROLES must be a comma list of value=role, like insurance-admins=admin,insurance-issuing=issuing.');
    return { value: value.trim(), role };
  });
}
