import type { Tariff } from '../../../pricing/tariff-model.js';
import type { RecordMessage } from '../applications/application.js';
import { findReferringRules } from './referring-answers.js';

const TEXT = { el: '', en: '' };
const referral = (code: string, path: string): RecordMessage => ({ code, severity: 'referral', path, text: TEXT });
const rule = (code: string, ...facts: string[]): unknown => ({ code, all: facts.map((fact) => ({ fact })) });
const TARIFF = {
  rules: {
    application: [],
    object: [rule('F25-03', 'metersFromRiver', 'covers'), rule('F25-10', 'illegal'), rule('M25-06', 'bonusMalus')],
  },
} as unknown as Tariff;

describe('the answers that refer an application', () => {
  it('names the rule at the fields of its facts, in the object of the message only', () => {
    const rulesAt = findReferringRules([referral('F25-03', 'objects_insured[1]')], TARIFF);
    expect(rulesAt('objects_insured[1].meters_from_river')).toEqual(['F25-03']);
    expect(rulesAt('objects_insured[1].extra_covers[0].cover')).toEqual(['F25-03']);
    expect(rulesAt('objects_insured[0].meters_from_river')).toEqual([]);
    expect(rulesAt('objects_insured[1].city')).toEqual([]);
  });

  it('names the rule of a vehicle, and none for a warning or an unknown rule', () => {
    const warning: RecordMessage = { ...referral('F25-10', 'objects_insured[0]'), severity: 'warning' };
    const rulesAt = findReferringRules([referral('M25-06', 'vehicle'), warning, referral('X', '')], TARIFF);
    expect(rulesAt('bonusMalus')).toEqual(['M25-06']);
    expect(rulesAt('objects_insured[0].illegal')).toEqual([]);
  });
});
