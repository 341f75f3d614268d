import fc from 'fast-check';
import { FOLDED_NAMES } from '../../test/support/folded-names.js';
import { foldName } from './fold-name.js';

describe('foldName', () => {
  it.each(FOLDED_NAMES)('folds %j to %j', (name, expected) => {
    expect(foldName(name)).toBe(expected);
  });

  it('leaves a folded name unchanged', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (name) => foldName(foldName(name)) === foldName(name)));
  });

  it('gives the same result for every encoding of an accent', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (name) => foldName(name.normalize('NFC')) === foldName(name.normalize('NFD'))));
  });
});
