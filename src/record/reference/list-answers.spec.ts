import { answerOf, EMPTY_ANSWER, ListAnswers } from './list-answers.js';
import { referenceLists } from './reference-lists.js';
import type { Row } from './list-file.js';

const answers = new ListAnswers(referenceLists);
const rowsOf = (answer: { body: Buffer }) => JSON.parse(answer.body.toString()) as Row[];

describe('ListAnswers', () => {
  it('serialises a list once, rows as the file has them', () => {
    const answer = answers.select('genders');
    expect(rowsOf(answer)).toEqual(referenceLists.all('genders'));
    expect(answers.select('genders')).toBe(answer);
    expect(answers.select('genders', { where: {} })).toBe(answer);
  });

  it('selects by code, by own fields and by both', () => {
    expect(rowsOf(answers.select('banks', { code: '010' }))).toEqual([referenceLists.item('banks', '010')]);
    expect(rowsOf(answers.select('banks', { where: { type: '1' } }))).toHaveLength(20);
    expect(rowsOf(answers.select('banks', { code: '010', where: { type: '1' } }))).toEqual([]);
    expect(rowsOf(answers.select('vehicleModels', { where: { makeCode: '001', usageCodes: '05' } }))).toEqual([]);
    expect(rowsOf(answers.select('vehicleModels', { where: { makeCode: '001', usageCodes: '01' } })).length).toBeGreaterThan(0);
  });

  it('an absent condition is none', () => {
    expect(answers.select('banks', { where: { type: undefined } })).toBe(answers.select('banks'));
  });

  it.each(['', '10', '999999', 'constructor', '010 '])('answers the empty list for the unknown code %j', (code) => {
    expect(answers.select('banks', { code })).toBe(EMPTY_ANSWER);
  });

  it('keeps nothing for what it does not find', () => {
    const kept = (answers as unknown as { answers: Map<string, unknown> }).answers;
    const before = kept.size;
    for (let i = 0; i < 100; i++) answers.select('jobs', { code: `no-${i}` });
    expect(kept.size).toBe(before);
  });
});

describe('answerOf', () => {
  it('tags equal lists alike and others differently, strong and quoted', () => {
    expect(answerOf([{ code: '1' }]).etag).toBe(answerOf([{ code: '1' }]).etag);
    expect(answerOf([{ code: '1' }]).etag).not.toBe(answerOf([{ code: '2' }]).etag);
    expect(EMPTY_ANSWER.etag).toMatch(/^"[\w-]{22}"$/);
    expect(EMPTY_ANSWER.body.toString()).toBe('[]');
  });
});
