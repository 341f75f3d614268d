import fc from 'fast-check';
import { getRounds } from '../../../../test/support/depth.js';
import { addDays } from '../../../common/athens.js';
import type { Instruction } from './instructions.js';
import { projectSegments, type EffectiveInstructions } from './segments.js';

const RUNS = { numRuns: getRounds({ everyday: 1_000, deep: 50_000 }) };
const [START, END] = ['2026-12-01', '2027-12-01'];
const RISK = { sum: 1, city: 'Αθήνα' };

const amendment = (issueNo: number, effectiveDate: string, ...instructions: Instruction[]): EffectiveInstructions => ({
  amendmentId: 100 + issueNo,
  effectiveDate,
  issueNo,
  instructions,
});
const project = (...amendments: EffectiveInstructions[]) =>
  projectSegments(START, END, RISK, amendments).map(({ from, to, questionnaire, amendmentIds }) => [from, to, questionnaire, amendmentIds]);

const sumOf = (value: number): Instruction => ({ path: 'sum', value });
const cityOf = (value: string): Instruction => ({ path: 'city', value });

describe('projectSegments', () => {
  it('returns one segment for a contract without amendments', () => {
    expect(project()).toEqual([[START, END, RISK, []]]);
  });

  it('begins a segment on each day on which something changes, in the order of the days', () => {
    expect(project(amendment(1, '2027-06-01', sumOf(2)), amendment(2, '2027-03-01', cityOf('Βόλος')))).toEqual([
      [START, '2027-03-01', RISK, []],
      ['2027-03-01', '2027-06-01', { sum: 1, city: 'Βόλος' }, [102]],
      ['2027-06-01', END, { sum: 2, city: 'Βόλος' }, [101]],
    ]);
  });

  it('applies the amendments of one day in the order of their issue, as one segment', () => {
    expect(project(amendment(2, '2027-03-01', sumOf(3)), amendment(1, '2027-03-01', sumOf(2)))).toEqual([
      [START, '2027-03-01', RISK, []],
      ['2027-03-01', END, { sum: 3, city: 'Αθήνα' }, [101, 102]],
    ]);
  });

  it('changes the first segment from the start on, for an amendment on or before it', () => {
    expect(project(amendment(2, START, sumOf(3)), amendment(1, '2026-11-01', sumOf(2)))).toEqual([
      [START, END, { ...RISK, sum: 3 }, [101, 102]],
    ]);
  });

  it('begins no segment where amendments cancel each other out, and none at the end', () => {
    expect(project(amendment(1, '2027-03-01', sumOf(2)), amendment(2, '2027-03-01', sumOf(1)), amendment(3, END, sumOf(9)))).toEqual([
      [START, END, RISK, []],
    ]);
  });

  it('covers the term without gap or overlap, and every day has the last instruction before it', () => {
    const instructions = fc.tuple(fc.constantFrom('sum', 'city'), fc.integer({ min: 0, max: 3 })).map(([path, value]) => ({ path, value }));
    const days = fc.integer({ min: 0, max: 364 });
    const chains = fc
      .array(fc.tuple(days, instructions), { maxLength: 6 })
      .map((steps) => steps.map(([day, instruction], at) => amendment(at, addDays(START, day), instruction)));
    fc.assert(
      fc.property(chains, days, (chain, number) => {
        const segments = projectSegments(START, END, RISK, chain);
        expect([segments[0]?.from, segments.at(-1)?.to]).toEqual([START, END]);
        segments.slice(1).forEach(({ from }, at) => expect(from).toBe(segments[at]?.to));
        expect(segments.every(({ from, to }) => from < to)).toBe(true);

        const day = addDays(START, number);
        const last = (path: string) =>
          chain
            .filter(({ effectiveDate, instructions: [own] }) => effectiveDate <= day && own?.path === path)
            .reduce<EffectiveInstructions | null>(
              (latest, one) => (latest && latest.effectiveDate > one.effectiveDate ? latest : one),
              null,
            )?.instructions[0]?.value;
        const { questionnaire } = segments.find(({ from, to }) => from <= day && day < to)!;
        expect(questionnaire).toEqual({ sum: last('sum') ?? RISK.sum, city: last('city') ?? RISK.city });
      }),
      RUNS,
    );
  });
});
