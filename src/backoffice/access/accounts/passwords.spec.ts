import { hashPassword, isPassword } from './passwords.js';

describe('a stored password', () => {
  it('is stored as a hash with its own salt', async () => {
    const one = await hashPassword('Καλημέρα 12!');
    const other = await hashPassword('Καλημέρα 12!');
    expect(one).toMatch(/^scrypt\$15\$8\$3\$[\w+/]{22}==\$[\w+/]{43}=$/);
    expect(one).not.toBe(other);
    expect(one).not.toContain('Καλημέρα');
    expect(await isPassword('Καλημέρα 12!', one)).toBe(true);
    expect(await isPassword('Καλημέρα 12!'.normalize('NFD'), one)).toBe(true);
    expect(await isPassword('Καλημέρα 12', one)).toBe(false);
  });

  it('is checked with the parameters that it was stored with', async () => {
    // RFC 7914: scrypt("password", "NaCl", N=1024, r=8, p=16, 64)
    const stored = [
      'scrypt$10$8$16',
      Buffer.from('NaCl').toString('base64'),
      Buffer.from(
        'fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640',
        'hex',
      ).toString('base64'),
    ].join('$');
    expect(await isPassword('password', stored)).toBe(true);
    expect(await isPassword('passwort', stored)).toBe(false);
  });

  it.each([null, '', 'plain', 'md5$x'])('never matches when the stored hash is %j', async (stored) => {
    expect(await isPassword('', stored)).toBe(false);
  });
});
