import { foldName } from '../../../common/fold-name.js';
import { buildNamePatterns } from './name-patterns.js';

const matches = (pattern: string, text: string): boolean =>
  new RegExp(`^${pattern.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('%', '.*')}$`, 'u').test(text);

describe('namePatterns', () => {
  it.each([
    ['PAPADOPOULOU MARIA', 'Παπαδοπούλου Μαρία'],
    ['Παπαδοπούλου Μαρία', 'Παπαδοπούλου Μαρία'],
    ['MARIA PAPADOPOULOU TOU GEORGIOU', 'Παπαδοπούλου Μαρία'],
    ['EVANGELOS THEOCHARIS', 'Ευάγγελος Θεοχάρης'],
    ['MPALTAS/STAVROS', 'Μπαλτάς Σταύρος'],
    ['ACME TRADING LTD', 'Acme Trading Ltd'],
  ])('matches the bank’s spelling %s with the client %s', (bank, client) => {
    const patterns = buildNamePatterns(bank).slice(0, 1);
    expect(patterns).toHaveLength(1);
    for (const alternatives of patterns) expect(alternatives.some((pattern) => matches(pattern, foldName(client)))).toBe(true);
  });

  it.each(['', 'OU', 'IOY HOI', '—'])('returns no pattern for %j', (name) => {
    expect(buildNamePatterns(name)).toEqual([]);
  });
});
