import { hashSecret, isSecret, createKeySecret, getPrefix, isSameDigest } from './secret.js';

describe('secrets', () => {
  it('consist of 40 letters and digits, each equally likely', () => {
    const seen = new Map<string, number>();
    const secrets = Array.from({ length: 3000 }, createKeySecret);
    for (const secret of secrets) {
      expect(isSecret(secret)).toBe(true);
      for (const character of secret) seen.set(character, (seen.get(character) ?? 0) + 1);
    }
    expect(new Set(secrets).size).toBe(secrets.length);
    // The statistic (61 degrees of freedom) exceeds 130 once in 10^6 runs; a modulo bias exceeds 1000.
    const expected = (3000 * 40) / 62;
    const chiSquare = [...seen.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    expect(seen.size).toBe(62);
    expect(chiSquare).toBeLessThan(130);
  });

  it.each(['', 'a'.repeat(39), 'a'.repeat(41), `${'a'.repeat(39)}-`, `${'a'.repeat(39)}α`, `${'a'.repeat(40)}\n`])(
    'do not have the form %j',
    (text) => {
      expect(isSecret(text)).toBe(false);
    },
  );

  it('are identified by their SHA-256 and shown by six characters', () => {
    expect(hashSecret('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(getPrefix('abcdefghij')).toBe('abcdef');
  });

  it('are compared by content', () => {
    expect(isSameDigest(hashSecret('a'), hashSecret('a'))).toBe(true);
    expect(isSameDigest(hashSecret('a'), hashSecret('b'))).toBe(false);
    expect(isSameDigest(hashSecret('a'), Buffer.alloc(0))).toBe(false);
  });
});
