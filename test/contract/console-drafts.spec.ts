import {
  blankOf,
  violationAt,
  hasPersonal,
  impersonal,
  placeAtTyped,
  requestOf,
  restored,
  trailTo,
  valueAt,
  withValue,
  type Draft,
  type Spec,
} from '../../console/src/forms/draft.js';

/** A form with every kind of field. */
const label = 'column.text';
const SPECS: readonly Spec[] = [
  { kind: 'choice', name: 'use', label, initial: 'own' },
  { kind: 'number', name: 'sum', label },
  { kind: 'choice', name: 'floor', label, isNumber: true },
  { kind: 'text', name: 'company', label, when: ({ use }) => use === 'let' },
  { kind: 'text', name: 'helper', label, isOurs: true },
  { kind: 'section', name: 'more', label, fields: [{ kind: 'text', name: 'marks', label }] },
  {
    kind: 'group',
    name: 'client',
    label: 'column.client',
    fields: [{ kind: 'text', name: 'name', label: 'field.name', isPersonal: true }],
  },
  {
    kind: 'many',
    name: 'objects',
    label,
    item: 'price.place',
    add: 'key.new',
    max: 3,
    min: 1,
    fields: [
      { kind: 'ticks', name: 'covers', label: 'price.cover' },
      { kind: 'numbers', name: 'years', label },
      { kind: 'text', name: 'afm', label, isPersonal: true },
    ],
  },
];
const BLANK = {
  use: 'own',
  sum: '',
  floor: '',
  company: '',
  helper: '',
  marks: '',
  client: { name: '' },
  objects: [{ covers: [], years: '', afm: '' }],
};

const filled = (changes: Readonly<Record<string, Parameters<typeof withValue>[2]>>): Draft =>
  Object.entries(changes).reduce((draft, [path, value]) => withValue(draft, path, value), blankOf(SPECS));

describe('a draft of a form', () => {
  it('starts blank with the minimum number of objects', () => {
    expect(blankOf(SPECS)).toEqual(BLANK);
  });

  it('changes only the value at the given path', () => {
    const draft = filled({ 'objects[0].covers': ['A'], 'client.name': 'Anna' });
    expect(draft).toEqual({ ...BLANK, client: { name: 'Anna' }, objects: [{ covers: ['A'], years: '', afm: '' }] });
    expect(valueAt(draft, 'objects[0].covers')).toEqual(['A']);
    expect(valueAt(draft, 'objects[1].covers')).toBeUndefined();
    expect(blankOf(SPECS)).toEqual(BLANK);
  });

  it('is stored without personal data, and restored completely', () => {
    const draft = filled({ sum: '12', 'client.name': 'Anna', 'objects[0].afm': '090000045', 'objects[0].years': '1' });
    const kept = impersonal(SPECS, draft);
    expect(JSON.stringify(kept)).not.toMatch(/Anna|090000045/);
    expect(restored(SPECS, kept)).toEqual(filled({ sum: '12', 'objects[0].years': '1' }));
    expect([hasPersonal(SPECS, draft), hasPersonal(SPECS, restored(SPECS, kept))]).toEqual([true, false]);
    expect(hasPersonal(SPECS, filled({ 'objects[0].afm': '1' }))).toBe(true);
  });

  it.each([
    [{}, {}],
    [{ sum: ' 1,5 ' }, { sum: 1.5 }],
    [{ sum: 'ten' }, { sum: 'ten' }],
    [{ floor: '-1' }, { floor: -1 }],
    [{ company: 'Inc' }, {}],
    [
      { use: 'let', company: 'Inc' },
      { use: 'let', company: 'Inc' },
    ],
    [{ helper: 'x' }, {}],
    [{ 'objects[0].years': '0..2 7 x' }, { objects: [{ years: [0, 1, 2, 7, 'x'] }] }],
    [{ 'objects[0].years': '3..1 0..9999' }, { objects: [{ years: ['3..1', '0..9999'] }] }],
    [{ 'objects[0].covers': ['A'] }, { objects: [{ covers: ['A'] }] }],
    [{ objects: [] }, { objects: undefined }],
  ])('changed by %j sends %j', (changes, sent) => {
    expect(requestOf(SPECS, filled(changes))).toEqual({ use: 'own', client: {}, objects: [{}], ...sent });
  });

  it('shows a violation at its field, or at the field of the list that contains the wrong value', () => {
    const violations = [
      { path: 'objects[0].covers[1]', message: 'unknown' },
      { path: 'client.name', message: 'blank' },
    ];
    expect(['objects[0].covers', 'client.name', 'client', 'objects[0]', 'sum'].map((path) => violationAt(violations, path))).toEqual([
      'unknown',
      'blank',
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('sends the value of the fallback for a blank field, and marks only the field that was typed (console.170)', () => {
    const years: readonly Spec[] = [
      { kind: 'whole', name: 'built', label },
      { kind: 'section', name: 'more', label, fields: [{ kind: 'whole', name: 'piping', label, fallback: 'built' }] },
    ];
    const violations = ['built', 'piping'].map((path) => ({ path, message: 'too early' }));
    expect(requestOf(years, { built: '1066', piping: '' })).toEqual({ built: 1066, piping: 1066 });
    expect(requestOf(years, { built: '1990', piping: '2004' })).toEqual({ built: 1990, piping: 2004 });
    expect(placeAtTyped(years, { built: '1066', piping: '' }, violations)).toEqual([violations[0]]);
    expect(placeAtTyped(years, { built: '1066', piping: '1067' }, violations)).toEqual(violations);
  });

  it('finds the path to an existing field only', () => {
    expect(trailTo(SPECS, 'client.name')).toEqual([['column.client'], ['field.name']]);
    expect(trailTo(SPECS, 'objects[1].covers[0]')).toEqual([['price.place', 2], ['price.cover']]);
    expect(trailTo(SPECS, 'marks')).toEqual([[label]]);
    expect([trailTo(SPECS, 'client.other'), trailTo(SPECS, 'nothing')]).toEqual([null, null]);
  });
});
