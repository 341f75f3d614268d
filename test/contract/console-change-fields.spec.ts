import { blankOf, type Spec } from '../../console/src/forms/draft.js';
import { changeableSpecs, changesOf, draftOf, rebasedDraft } from '../../console/src/forms/stored-draft.js';
import { changeableParts, contractParts } from '../../console/src/parts/amendments/change-fields.js';
import { CHANGE_KINDS } from '../../src/record/core/lines/change.js';
import { listChangeableFireFields } from '../../src/services/fire/fire-changes.js';
import { listChangeableMotorFields } from '../../src/services/mtr/motor-changes.js';

const COMPANIES: ReadonlySet<string> = new Set(['2']);

/** Lists the paths of the fields, with `[]` for any item of a list. */
function listPaths(specs: readonly Spec[], at = ''): string[] {
  return specs.flatMap((spec): string[] => {
    if (spec.kind === 'section') return listPaths(spec.fields, at);
    const path = at + spec.name;
    if (spec.kind === 'group') return listPaths(spec.fields, `${path}.`);
    return spec.kind === 'many' ? [path, ...listPaths(spec.fields, `${path}[].`)] : [path];
  });
}

describe('the form of an amendment', () => {
  it.each([
    ['fire', listChangeableFireFields],
    ['motor', listChangeableMotorFields],
  ] as const)('of the line %s has a field for all that can be changed, and no other', (line, list) => {
    const parts = contractParts(line, COMPANIES);
    const shown = new Set(listPaths(parts.all));
    for (const kind of CHANGE_KINDS) {
      const fields = list(kind);
      expect([kind, fields.filter((path) => !shown.has(path))]).toEqual([kind, []]);
      const changeable = changeableParts(parts, { kind, fields, title: '', from: '', to: '' });
      const outside = listPaths(changeable.all).filter((path) => !fields.some((field) => path.startsWith(field)));
      expect([kind, outside.filter((path) => !/(^|\.)(isOther|object_id)$|^objects_insured$/.test(path))]).toEqual([kind, []]);
    }
  });

  it('shows the fields of a new object that stay as they are in a known one', () => {
    const [objects] = changeableSpecs(
      [
        {
          kind: 'many',
          name: 'objects',
          label: 'column.text',
          item: 'column.text',
          add: 'column.text',
          max: 2,
          fields: [
            { kind: 'text', name: 'city', label: 'column.text' },
            { kind: 'text', name: 'use', label: 'column.text' },
          ],
        },
      ],
      ['objects', 'objects[].city'],
    );
    const use = objects?.kind === 'many' ? objects.fields.find(({ name }) => name === 'use') : undefined;
    expect([use?.when?.({}, {}), use?.when?.({ object_id: '7' }, {})]).toEqual([true, false]);
  });
});

describe('the changes of an amendment', () => {
  const SPECS = contractParts('fire', COMPANIES).all;
  const stored = {
    contact_way_code: '01',
    objects_insured: [{ object_id: 7, square_meters: 97.5, insured_values: [{ group_cover: '01', insured_value: 150_000 }] }],
  };

  it('are only what differs: an object by its id, a nested list as a whole, an emptied field as null', () => {
    const before = {
      text: 'a',
      gone: 'b',
      objects: [
        { object_id: 7, city: 'x', sums: [1] },
        { object_id: 8, city: 'y' },
      ],
      marks: ['m'],
    };
    const after = { text: 'a', objects: [{ object_id: 7, city: 'x', sums: [2] }, { object_id: 8, city: 'y' }, { city: 'z' }] };
    expect(changesOf(before, before)).toEqual({});
    expect(changesOf(before, after)).toEqual({
      gone: null,
      marks: [],
      objects: [{ object_id: 7, sums: [2] }, { object_id: 8 }, { city: 'z' }],
    });
  });

  it('begin with stored values in the notation of the language', () => {
    const draft = draftOf(SPECS, stored, 'el-GR');
    expect(draft).toMatchObject({
      objects_insured: [{ object_id: '7', square_meters: '97,5', insured_values: [{ insured_value: '150000' }] }],
    });
  });

  it('stay when the contract of another day is loaded, which replaces what was not touched', () => {
    const base = draftOf(SPECS, stored, 'el-GR');
    const other = draftOf(
      SPECS,
      { ...stored, contact_way_code: '02', objects_insured: [...stored.objects_insured, { object_id: 8, square_meters: 20 }] },
      'el-GR',
    );
    const [object] = base['objects_insured'] as readonly object[];
    const added = { ...blankOf(SPECS), square_meters: '30' };
    const typed = { ...base, objects_insured: [{ ...object, square_meters: '99' }, added] } as unknown as typeof base;
    const rebased = rebasedDraft(typed, base, other);
    expect(rebased['contact_way_code']).toBe('02');
    expect((rebased['objects_insured'] as readonly Record<string, string>[]).map((one) => one['square_meters'])).toEqual([
      '99',
      '20',
      '30',
    ]);
  });
});
