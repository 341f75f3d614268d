import { ConfigError } from '../common/operator-error.js';
import { readConfig } from './config.js';

const PUBLIC_URL = 'https://gateway.example';
const OIDC = { OIDC_ISSUER: 'https://login.example/realms/staff', OIDC_CLIENT_ID: 'insurance', OIDC_CLIENT_SECRET: 'secret', PUBLIC_URL };
const ROLES = { OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: 'admins=admin' };

it('reads no provider by default, and accepts passwords', () => {
  expect(readConfig({})).toMatchObject({ oidc: null, passwordSignIn: true, breakGlassAdmin: null });
});

it('reads a provider with its defaults', () => {
  expect(readConfig(OIDC).oidc).toEqual({
    issuer: 'https://login.example/realms/staff',
    clientId: 'insurance',
    clientSecret: 'secret',
    name: 'login.example',
    scopes: 'openid profile email',
    users: 'invited',
    roleClaim: null,
    roles: [],
    emailVerifiedClaim: 'email_verified',
  });
});

it('reads the roles of values, which may contain an equals sign', () => {
  expect(readConfig({ ...OIDC, ...ROLES, OIDC_ROLES: 'cn=admins=admin, b = issuing' }).oidc?.roles).toEqual([
    { value: 'cn=admins', role: 'admin' },
    { value: 'b', role: 'issuing' },
  ]);
});

it('accepts the switch for passwords with a provider and a break-glass administrator', () => {
  const config = readConfig({ ...OIDC, PASSWORD_SIGN_IN: 'false', BREAK_GLASS_ADMIN: 'Emergency@insurer.example' });
  expect([config.passwordSignIn, config.breakGlassAdmin]).toEqual([false, 'emergency@insurer.example']);
});

it.each([
  [{ OIDC_ISSUER: OIDC.OIDC_ISSUER }, 'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together.'],
  [{ ...OIDC, PUBLIC_URL: '' }, 'OIDC_ISSUER needs PUBLIC_URL'],
  [{ ...OIDC, OIDC_ISSUER: 'http://login.example' }, 'OIDC_ISSUER must be the https address'],
  [{ ...OIDC, OIDC_ISSUER: 'login.example' }, 'OIDC_ISSUER must be the https address'],
  [{ ...OIDC, OIDC_ISSUER: 'https://login.example?a=1' }, 'OIDC_ISSUER must be the https address'],
  [{ ...OIDC, OIDC_SCOPES: 'profile' }, 'OIDC_SCOPES must contain openid'],
  [{ ...OIDC, OIDC_USERS: 'all' }, 'OIDC_USERS must be one of invited, create.'],
  [{ ...OIDC, OIDC_USERS: 'create' }, 'OIDC_USERS=create needs OIDC_ROLE_CLAIM and OIDC_ROLES'],
  [{ ...OIDC, OIDC_ROLE_CLAIM: 'groups' }, 'OIDC_ROLE_CLAIM and OIDC_ROLES must be set together.'],
  [{ ...OIDC, ...ROLES, OIDC_ROLES: 'admins' }, 'OIDC_ROLES must be a comma list of value=role'],
  [{ PASSWORD_SIGN_IN: 'false' }, 'PASSWORD_SIGN_IN=false needs OIDC_ISSUER'],
  [{ ...OIDC, PASSWORD_SIGN_IN: 'false' }, 'PASSWORD_SIGN_IN=false needs BREAK_GLASS_ADMIN'],
  [{ BREAK_GLASS_ADMIN: 'emergency' }, 'BREAK_GLASS_ADMIN must be one mail address'],
])('refuses %o', (variables, reason) => {
  expect(() => readConfig(variables)).toThrow(ConfigError);
  expect(() => readConfig(variables)).toThrow(reason);
});
