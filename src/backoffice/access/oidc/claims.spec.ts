import { isClaimTrue, listClaimValues } from './claims.js';

it.each([
  [{ roles: ['a', 'b'] }, 'roles', ['a', 'b']],
  [{ roles: 'a' }, 'roles', ['a']],
  [{ realm_access: { roles: ['a'] } }, 'realm_access.roles', ['a']],
  [{ 'https://insurer.example/roles': ['a'] }, 'https://insurer.example/roles', ['a']],
  [{ roles: [1, null, { a: 1 }, 'a'] }, 'roles', ['a']],
  [{ realm_access: null }, 'realm_access.roles', []],
  [{}, 'roles', []],
])('lists the texts in %o under %s', (claims, name, expected) => {
  expect(listClaimValues(claims, name)).toEqual(expected);
});

it.each([true, 'true', 1, '1'])('takes %o as true', (value) => {
  expect(isClaimTrue({ email_verified: value }, 'email_verified')).toBe(true);
});

it.each([false, 'false', 0, 'yes', null, undefined, [true]])('does not take %o as true', (value) => {
  expect(isClaimTrue({ email_verified: value }, 'email_verified')).toBe(false);
});
