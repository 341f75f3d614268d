import { ReferenceLists } from '../../reference/lists/reference-lists.js';
import { getGreenCardCategory } from './green-card.mapper.js';

const lists = new ReferenceLists();

it.each([
  ['car', '0010001', '01', 'A'],
  ['camper', '0030001', '17', 'A'],
  ['motorcycle', '0080001', '05', 'B'],
  ['lcv', '0060001', '03', 'C'],
  ['truck', '0420001', '04', 'C'],
  ['tractor', '0260001', '11', 'C'],
  ['moped', '0080018', '06', 'D'],
  ['bus', '0170001', '07', 'E'],
  ['trailer', '0130001', '14', 'F'],
  ['atv', '0020001', '13', 'G'],
  ['machinery', '0190001', '12', 'G'],
  ['micromobility', '0520001', '20', 'G'],
])('a %s gets the green card category of its type for any usage', (type, modelCode, usageCode, category) => {
  expect(lists.item('vehicleModels', modelCode)?.vehicleType).toBe(type);
  expect(getGreenCardCategory({ modelCode, usageCode }, lists)).toBe(category);
});

it.each([
  ['a historic motorcycle', '0080001', '19', 'B'],
  ['a truck that teaches', '0420001', '15', 'C'],
  ['an unknown model', undefined, '05', 'B'],
  ['an unknown usage', undefined, '99', 'G'],
])('the green card category of %s depends first on its model', (_name, modelCode, usageCode, category) => {
  expect(getGreenCardCategory({ modelCode, usageCode }, lists)).toBe(category);
});
