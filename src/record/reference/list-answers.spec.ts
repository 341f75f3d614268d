import type { Language } from '../../common/language.js';
import { answerOf, EMPTY_ANSWER, ListAnswers, RememberedAnswers, type ListAnswer } from './list-answers.js';
import { ReferenceLists } from './reference-lists.js';
import type { Row } from './list-file.js';

const referenceLists = new ReferenceLists();
const answers = new ListAnswers(referenceLists);
const rowsOf = (answer: ListAnswer, language: Language = 'el') => JSON.parse(answer.in(language).body.toString()) as Row[];

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

  it('gives the titles in the language asked for, and keeps the English ones', () => {
    const consents = answers.select('marketingConsents', { code: '101' });
    expect(rowsOf(consents, 'en')).toMatchObject([
      { title: 'Email', titleEn: 'Email', masterTitle: 'Marketing communication of the company' },
    ]);
    expect(rowsOf(consents)).toEqual([referenceLists.item('marketingConsents', 101)]);
    const [male] = rowsOf(answers.select('genders', { code: '1' }), 'en');
    expect(male).toEqual({ code: '1', title: 'Male', titleEn: 'Male', active: true });
    expect(rowsOf(answers.select('serviceRequestCategories', { code: 'MOTOR-CLAIMS' }), 'en')).toMatchObject([
      { description: 'Motor claims' },
    ]);
    expect(rowsOf(answers.select('vehicleMakes', { code: '001' }), 'en')).toEqual([referenceLists.item('vehicleMakes', '001')]);
  });

  it('follows a change of the lists', () => {
    const lists = new ReferenceLists();
    const changing = new ListAnswers(lists);
    const before = changing.select('genders');
    const female = { ...referenceLists.item('genders', '2'), active: false };
    lists.adopt(new ReferenceLists(undefined, new Map([['genders', new Map([['2', female]])]])));
    expect(rowsOf(changing.select('genders'))).toEqual([female]);
    expect(changing.select('genders').in('el').digest).not.toBe(before.in('el').digest);
  });

  it('an absent condition is none', () => {
    expect(answers.select('banks', { where: { type: undefined } })).toBe(answers.select('banks'));
  });

  it.each(['', '10', '999999', 'constructor', '010 '])('returns the empty list for the unknown code %j', (code) => {
    expect(answers.select('banks', { code })).toBe(EMPTY_ANSWER);
  });
});

describe('RememberedAnswers', () => {
  it('looks once for what it finds, and keeps nothing for what it does not find', () => {
    const remembered = new RememberedAnswers();
    const owner = {};
    const looks: string[] = [];
    const ask = (from: object, key: string, items: readonly unknown[]): ListAnswer =>
      remembered.of(from, key, () => {
        looks.push(key);
        return items;
      });
    const found = ask(owner, 'known', [{ code: '1' }]);
    expect(ask(owner, 'known', [{ code: '2' }])).toBe(found);
    expect(ask({}, 'known', [{ code: '2' }])).not.toBe(found);
    for (let call = 0; call < 2; call += 1) expect(ask(owner, 'unknown', [])).toBe(EMPTY_ANSWER);
    expect(looks).toEqual(['known', 'known', 'unknown', 'unknown']);
  });
});

describe('answerOf', () => {
  it('tags equal lists alike and others differently, strong and quoted', () => {
    expect(answerOf([{ code: '1' }]).in('el').digest).toBe(answerOf([{ code: '1' }]).in('el').digest);
    expect(answerOf([{ code: '1' }]).in('el').digest).not.toBe(answerOf([{ code: '2' }]).in('el').digest);
    expect(EMPTY_ANSWER.in('en').digest).toMatch(/^[\w-]{22}$/);
    expect(EMPTY_ANSWER.in('en').body.toString()).toBe('[]');
  });
});
