import { buildChanges, hasFacts, parseRunPath } from './run-changes.js';

const QUESTIONNAIRE = {
  usageCode: '10',
  client: { city: 'Αθήνα', post_code: '10558' },
  objects_insured: [
    { object_id: 7, post_code: '15669', insured_values: [{ group_cover: '01', insured_value: 100 }] },
    { object_id: 8, post_code: '10558', insured_values: [{ group_cover: '02', insured_value: 50 }] },
  ],
};

describe('changes of a run', () => {
  it('passes a single field on as it was sent', () => {
    expect(buildChanges({ usageCode: '20', client: { city: 'Πάτρα' } }, QUESTIONNAIRE)).toEqual({
      usageCode: '20',
      client: { city: 'Πάτρα' },
    });
  });

  it('changes all elements of a list, and keeps their other fields', () => {
    const [first, second] = QUESTIONNAIRE.objects_insured;
    expect(buildChanges({ 'objects_insured[*].post_code': '15670', 'client.post_code': '15670' }, QUESTIONNAIRE)).toEqual({
      client: { city: 'Αθήνα', post_code: '15670' },
      objects_insured: [
        { ...first, post_code: '15670' },
        { ...second, post_code: '15670' },
      ],
    });
  });

  it('changes the elements that have a value, also deeper ones, with several paths of one list', () => {
    const changes = {
      'objects_insured[post_code=15669].post_code': '15670',
      'objects_insured[*].insured_values[group_cover=02].insured_value': 60,
    };
    expect(buildChanges(changes, QUESTIONNAIRE)).toEqual({
      objects_insured: [
        { ...QUESTIONNAIRE.objects_insured[0], post_code: '15670' },
        { ...QUESTIONNAIRE.objects_insured[1], insured_values: [{ group_cover: '02', insured_value: 60 }] },
      ],
    });
  });

  it('converts numbers and texts to the type that the policy has', () => {
    const path = 'objects_insured[*].insured_values[*].insured_value';
    const { objects_insured: objects } = buildChanges({ [path]: '180000.50' }, QUESTIONNAIRE) as typeof QUESTIONNAIRE;
    expect(objects.map(({ insured_values: [value] }) => value!.insured_value)).toEqual([180_000.5, 180_000.5]);
    expect(buildChanges({ usageCode: 20, plateNo: 20 }, QUESTIONNAIRE)).toEqual({ usageCode: '20', plateNo: 20 });
  });

  it('changes nothing where the policy lacks the path', () => {
    expect(buildChanges({ 'insured.city': 'Πάτρα', 'usageCode.x': 1, 'client[*].city': 'x' }, QUESTIONNAIRE)).toEqual({
      usageCode: '10',
      client: QUESTIONNAIRE.client,
    });
  });

  it('compares facts with any of the named elements', () => {
    expect(hasFacts({ usageCode: 10, 'objects_insured[*].post_code': '15669' }, QUESTIONNAIRE)).toBe(true);
    expect(hasFacts({ usageCode: '10', 'objects_insured[*].post_code': '99999' }, QUESTIONNAIRE)).toBe(false);
    expect(hasFacts({ plateNo: 'X' }, QUESTIONNAIRE)).toBe(false);
  });

  it.each(['', '[*].x', 'a..b', 'a[', 'a[x].b', 'a[x=].b'])('refuses the path "%s"', (path) => {
    expect(() => parseRunPath(path)).toThrow(RangeError);
  });
});
