import { DomainError } from '../../../common/domain-error.js';
import fc from 'fast-check';
import { getRounds } from '../../../../test/support/depth.js';
import { applyInstructions, findConflicts, formatPath, listInstructions, parsePath } from './instructions.js';

const RUNS = { numRuns: getRounds({ everyday: 300, deep: 50_000 }) };

const building = { group_cover: '01', insured_value: 150_000 };
const content = { group_cover: '02', insured_value: 30_000 };
const loan = { bank_id: '011', amount_loan: 50_000 };
const object = { object_id: 7, city: 'Αθήνα', floors: [1, 2], insured_values: [building, content], mortgages_loans: [loan] };
const fire = { start_date: '2026-12-01', client: { afm: '123456783', mobile: '6900000000' }, objects_insured: [object] };

const change = (changed: object) => ({ ...fire, objects_insured: [{ ...object, ...changed }] });

describe('listInstructions', () => {
  it.each([
    ['nothing', fire, []],
    ['a field', { ...fire, client: { ...fire.client, afm: '999999999' } }, [['client.afm', '999999999']]],
    ['a field that is removed', { ...fire, client: { afm: fire.client.afm } }, [['client.mobile', undefined]]],
    [
      'a sum insured',
      change({ insured_values: [{ ...building, insured_value: 180_000 }, content] }),
      [['objects_insured[7].insured_values[01].insured_value', 180_000]],
    ],
    ['an insured group that is removed', change({ insured_values: [building] }), [['objects_insured[7].insured_values[02]', undefined]]],
    [
      'an object that is added',
      { ...fire, objects_insured: [object, { object_id: 9, city: 'Βόλος' }] },
      [['objects_insured[9]', { object_id: 9, city: 'Βόλος' }]],
    ],
    ['a list of values as one', change({ floors: [2] }), [['objects_insured[7].floors', [2]]]],
    [
      'the first element of a list',
      change({ 'co-owners': [{ co_owner_id: 4 }] }),
      [['objects_insured[7].co-owners[4]', { co_owner_id: 4 }]],
    ],
    [
      'a second loan of a bank',
      change({ mortgages_loans: [loan, { ...loan, amount_loan: 9 }] }),
      [['objects_insured[7].mortgages_loans[011#2]', { ...loan, amount_loan: 9 }]],
    ],
    ['another order of a keyed list', change({ insured_values: [content, building] }), []],
    [
      'a list with an element without its key as one',
      change({ insured_values: [{ insured_value: 1 }] }),
      [['objects_insured[7].insured_values', [{ insured_value: 1 }]]],
    ],
    ['drivers as one, because they have no key', { ...fire, drivers: [{ name: 'Α' }] }, [['drivers', [{ name: 'Α' }]]]],
  ])('lists %s', (_, after, expected) => {
    expect(listInstructions(fire, after)).toEqual(expected.map(([path, value]) => ({ path, value })));
  });

  it('ignores prototypes and undefined fields, which JSON does not store', () => {
    const client = Object.assign(Object.create({ method: 1 }), fire.client, { phone: undefined }) as object;

    expect(listInstructions(fire, { ...fire, client })).toEqual([]);
  });

  it('removes repeated keys from the last on, so that each is found', () => {
    const loans = [loan, { ...loan, amount_loan: 2 }, { bank_id: '016', amount_loan: 3 }];
    const before = change({ mortgages_loans: loans });
    const instructions = listInstructions(before, change({ mortgages_loans: loans.slice(2) }));

    expect(instructions.map(({ path }) => path)).toEqual([
      'objects_insured[7].mortgages_loans[011#2]',
      'objects_insured[7].mortgages_loans[011]',
    ]);
    expect(applyInstructions(before, instructions)).toEqual(change({ mortgages_loans: loans.slice(2) }));
  });
});

describe('applyInstructions', () => {
  it('keeps the order of the fields, does not change its argument, and puts a new element last', () => {
    const copy = structuredClone(fire);
    const applied = applyInstructions(fire, [
      { path: 'client.afm', value: '999999999' },
      { path: 'objects_insured[9]', value: { object_id: 9 } },
      { path: 'objects_insured[7].insured_values[01]', value: { ...building, insured_value: 1 } },
    ]);

    expect(JSON.stringify(applied)).toBe(
      JSON.stringify({
        ...fire,
        client: { ...fire.client, afm: '999999999' },
        objects_insured: [{ ...object, insured_values: [{ ...building, insured_value: 1 }, content] }, { object_id: 9 }],
      }),
    );
    expect(fire).toEqual(copy);
  });

  it.each(['objects_insured[8].city', 'insured.afm', 'client[3]', 'objects_insured.7'])(
    'refuses a change in %s, which is missing',
    (path) => {
      expect(() => applyInstructions(fire, [{ path, value: 1 }])).toThrow(DomainError);
    },
  );

  it('turns any questionnaire into any other and back', () => {
    fc.assert(
      fc.property(questionnaires, questionnaires, (before, after) => {
        const changed = applyInstructions(before, listInstructions(before, after));

        expect(listInstructions(changed, after)).toEqual([]);
        expect(sortKeyed(changed)).toEqual(sortKeyed(after));
        expect(sortKeyed(applyInstructions(changed, listInstructions(changed, before)))).toEqual(sortKeyed(before));
      }),
      RUNS,
    );
  });

  it('gives the same in any order for changes without conflicts', () => {
    fc.assert(
      fc.property(questionnaires, questionnaires, questionnaires, (before, one, other) => {
        const first = listInstructions(before, one);
        const second = listInstructions(before, other).filter((instruction) => findConflicts(first, [instruction]).length === 0);

        expect(sortKeyed(applyInstructions(before, [...first, ...second]))).toEqual(
          sortKeyed(applyInstructions(before, [...second, ...first])),
        );
      }),
      RUNS,
    );
  });
});

describe('findConflicts', () => {
  const toInstructions = (paths: readonly string[]) => paths.map((path) => ({ path, value: 1 }));
  const listPaths = (earlier: readonly string[], later: readonly string[]) => findConflicts(toInstructions(earlier), toInstructions(later));

  it('finds equal paths, and paths inside or around another', () => {
    expect(listPaths(['objects_insured[7].city', 'client.afm'], ['client.afm', 'client.city', 'objects_insured[7]'])).toEqual([
      'client.afm',
      'objects_insured[7]',
    ]);
    expect(listPaths(['objects_insured[7]'], ['objects_insured[7].insured_values[01]'])).toEqual(['objects_insured[7].insured_values[01]']);
  });

  it('takes all elements with a repeated key for one', () => {
    expect(listPaths(['loans[011#2]'], ['loans[011]', 'loans[011#3].amount', 'loans[016#2]'])).toEqual([
      'loans[011]',
      'loans[011#3].amount',
    ]);
  });

  it('does not take a path for another that begins with its text', () => {
    expect(listPaths(['client.city', 'objects_insured[7]'], ['client.city_code', 'objects_insured[77]', 'objects_insured[8]'])).toEqual([]);
  });
});

describe('parsePath', () => {
  it.each([
    'client.afm',
    'objects_insured[7].co-owners[4].afm',
    'objects_insured[7].extra_covers[02+003]',
    'objects_insured[7].mortgages_loans[011#2]',
  ])('reads %s, and formatPath writes it again', (path) => {
    expect(formatPath(parsePath(path))).toBe(path);
  });

  it.each(['', '.', 'a..b', 'a[]', 'a[1', '[7'])('refuses %j', (path) => {
    expect(() => parsePath(path)).toThrow(RangeError);
  });
});

const few = fc.integer({ min: 0, max: 3 });
const objects = fc.record(
  {
    object_id: fc.integer({ min: 1, max: 4 }),
    city: fc.constantFrom('Αθήνα', 'Βόλος'),
    floors: fc.array(few, { maxLength: 2 }),
    insured_values: fc.uniqueArray(fc.record({ group_cover: fc.constantFrom('01', '02', '03'), insured_value: few }), {
      selector: ({ group_cover }) => group_cover,
    }),
    extra_covers: fc.uniqueArray(
      fc.record({ group_cover: fc.constantFrom('01', '02'), cover: fc.constantFrom('003', '004') }, { requiredKeys: ['cover'] }),
      {
        selector: (cover) => JSON.stringify(cover),
        maxLength: 3,
      },
    ),
    mortgages_loans: fc.array(fc.record({ bank_id: fc.constantFrom('011', '016'), amount_loan: few }), { maxLength: 4 }),
  },
  { requiredKeys: ['object_id'] },
);
const questionnaires = fc.record(
  {
    start_date: fc.constantFrom('2026-12-01', '2026-12-02'),
    client: fc.record({ afm: few, address: fc.record({ city: few }) }, { requiredKeys: [] }),
    objects_insured: fc.uniqueArray(objects, { selector: ({ object_id }) => object_id, maxLength: 4 }),
    drivers: fc.array(fc.record({ name: few })),
  },
  { requiredKeys: [] },
);

/** Sorts the lists whose elements have keys, because their order is not kept; equal keys keep their order. */
function sortKeyed(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (field, item: unknown) => {
      if (!Array.isArray(item) || ['floors', 'drivers'].includes(field)) return item;
      const toKey = ({ object_id, group_cover, cover, bank_id }: Record<string, unknown>) =>
        JSON.stringify([object_id, group_cover, cover, bank_id]);
      return [...(item as Record<string, unknown>[])].sort((a, b) => (toKey(a) === toKey(b) ? 0 : toKey(a) < toKey(b) ? -1 : 1));
    }),
  );
}
