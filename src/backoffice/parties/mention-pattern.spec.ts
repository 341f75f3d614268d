import { mentionPatterns, type Traits } from './mention-pattern.js';

const PERSON: Traits = {
  names: [{ last: 'Παπαδόπουλος', first: 'Γιώργος Ηλίας' }],
  numbers: ['094019245', '01017112345'],
  papers: ['ΑΒ987654'],
  plates: ['IZX4821', 'NEO50'],
  phones: ['2109876543', '+44 20 7946 0018'],
  emails: ['g.pap@example.gr'],
};

function erased(text: string, traits = PERSON): string {
  const [pattern, ...others] = mentionPatterns(traits, { withShortNames: true });
  if (pattern === undefined || others.length > 0) throw new Error('not one pattern');
  const result = text.replace(new RegExp(pattern.exact, 'g'), '·');
  // Whatever is taken out is found by the fast one, also within JSON.
  expect(pattern.loose.some((loose) => new RegExp(loose).test(JSON.stringify(text))) || result === text).toBe(true);
  return result;
}

it.each([
  ['Ο Παπαδόπουλος Γιώργος τηλεφώνησε.', 'Ο · τηλεφώνησε.'],
  ['ΓΙΩΡΓΟΣ ΠΑΠΑΔΟΠΟΥΛΟΣ', '·'],
  ['του γιωργου ηλια παπαδοπουλου, χθες', 'του ·, χθες'],
  ['Παπαδόπουλος,  Γιώργος'.normalize('NFD'), '·'],
  ['Παπαδόπουλος\nΓιώργος', '·'],
  ['Παπαδόπουλος_Γιώργος.pdf', '·.pdf'],
  ['ΑΦΜ 094019245, ΑΜΚΑ 010171 12345.', 'ΑΦΜ ·, ΑΜΚΑ ·.'],
  ['094 019 245', '·'],
  ['τηλ. +30 210 98 76 543.', 'τηλ. ·.'],
  ['(0030)2109876543, 30-210-9876543', '(·, ·'],
  ['00442079460018', '·'],
  ['G.Pap@Example.GR.', '·.'],
  ['ταυτότητα αβ 987654', 'ταυτότητα ·'],
  ['το ΙΖΧ-4821 και το izx 4821', 'το · και το ·'],
])('%s', (text, expected) => expect(erased(text)).toBe(expected));

it.each([
  'Παπαδόπουλος Ηλίας',
  'Γιώργος',
  'Παπαδόπουλος Γιώργος2',
  'Παπαδοπουλάκης Γιώργος',
  'Παπαδόπουλος ο Γιώργος',
  '1094019245',
  '0940192451',
  '12109876543',
  'g.pap@example.gr.com',
  'xg.pap@example.gr',
  'ΑΒ98765',
  'ΙΖΧ-48210',
  'νέο 50',
])('is somebody else: %s', (text) => expect(erased(text)).toBe(text));

it('a company is its name of two words or more', () => {
  const of = (last: string): Traits => ({
    names: [{ last, first: null }],
    numbers: ['094014201'],
    papers: [],
    plates: [],
    phones: [],
    emails: [],
  });
  expect(erased('Η ΩΜΕΓΑ μεταφορική Α.Ε.', of('Ωμέγα Μεταφορική'))).toBe('Η · Α.Ε.');
  expect(erased('Η Ωμέγα', of('Ωμέγα'))).toBe('Η Ωμέγα');
});

it('many pieces become several patterns, and the same piece is one', () => {
  const phones = Array.from({ length: 150 }, (_, n) => `69${n + 10_000_000}`);
  const emails = Array.from({ length: 120 }, (_, n) => `p${n}@example.gr`);
  const patterns = mentionPatterns(
    { names: [], numbers: [], papers: [], plates: [], phones: [...phones, ...phones], emails },
    { withShortNames: true },
  );
  expect(patterns.map(({ loose }) => loose.length)).toEqual([2, 2, 2]);
  for (const text of [...phones, ...emails])
    expect(patterns.filter(({ exact }) => text.replace(new RegExp(exact, 'g'), '·') === '·')).toHaveLength(1);
});

it('of nothing known there is none', () => {
  expect(
    mentionPatterns(
      { names: [], numbers: ['', '12'], papers: ['7'], plates: ['X1'], phones: ['12'], emails: [''] },
      { withShortNames: true },
    ),
  ).toEqual([]);
});
