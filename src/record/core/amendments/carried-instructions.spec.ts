import { carryInstructions } from './carried-instructions.js';
import { applyInstructions, listInstructions } from './instructions.js';

const loan = { bank_id: '011', amount: 50_000 };
const first = { object_id: 7, city: 'Αθήνα', 'co-owners': [{ co_owner_id: 1, name: 'Α' }], mortgages_loans: [loan] };
const second = { object_id: 8, city: 'Βόλος', 'co-owners': [], mortgages_loans: [] };
const policy = { client: { mobile: '6900000000' }, objects_insured: [first, second] };
const renewal = {
  client: { mobile: '6900000000' },
  objects_insured: [
    { ...first, object_id: 107, 'co-owners': [{ co_owner_id: 101, name: 'Α' }] },
    { ...second, object_id: 108 },
  ],
};

function carry(changed: object, target: object = renewal): unknown {
  const carried = carryInstructions(listInstructions(policy, changed), policy, target);
  return carried && applyInstructions(target, carried);
}

it.each([
  ['a field', { ...policy, client: { mobile: '6911111111' } }, { ...renewal, client: { mobile: '6911111111' } }],
  [
    'a field of an object',
    { ...policy, objects_insured: [first, { ...second, city: 'Λάρισα' }] },
    { ...renewal, objects_insured: [renewal.objects_insured[0], { ...second, object_id: 108, city: 'Λάρισα' }] },
  ],
  [
    'an element within an object',
    { ...policy, objects_insured: [{ ...first, 'co-owners': [{ co_owner_id: 1, name: 'Β' }] }, second] },
    {
      ...renewal,
      objects_insured: [{ ...first, object_id: 107, 'co-owners': [{ co_owner_id: 101, name: 'Β' }] }, renewal.objects_insured[1]],
    },
  ],
  [
    'a loan by its bank',
    { ...policy, objects_insured: [{ ...first, mortgages_loans: [{ ...loan, amount: 9 }] }, second] },
    {
      ...renewal,
      objects_insured: [{ ...renewal.objects_insured[0], mortgages_loans: [{ ...loan, amount: 9 }] }, renewal.objects_insured[1]],
    },
  ],
  [
    'a new object',
    { ...policy, objects_insured: [first, second, { object_id: 9, city: 'Πάτρα' }] },
    { ...renewal, objects_insured: [...renewal.objects_insured, { object_id: 9, city: 'Πάτρα' }] },
  ],
  ['an object that is removed', { ...policy, objects_insured: [first] }, { ...renewal, objects_insured: [renewal.objects_insured[0]] }],
])('carries %s into the questionnaire with keys of its own', (_title, changed, expected) => {
  expect(carry(changed)).toEqual(expected);
});

it('carries nothing into a list of another length, because the objects cannot be told apart', () => {
  const changed = { ...policy, objects_insured: [{ ...first, city: 'Λάρισα' }, second] };
  expect(carry(changed, { ...renewal, objects_insured: renewal.objects_insured.slice(1) })).toBeNull();
  expect(carry({ ...policy, objects_insured: [first] }, { ...renewal, objects_insured: renewal.objects_insured.slice(1) })).toBeNull();
});
