import type { Language } from '../../../common/language.js';
import { EMPTY_LIST, SerialisedListsService, CachedLists, SerialisedList } from './serialised-lists.service.js';
import { ReferenceLists } from './reference-lists.js';
import type { Row } from './list-file.js';

const referenceLists = new ReferenceLists();
const lists = new SerialisedListsService(referenceLists);
const listRows = (list: SerialisedList, language: Language = 'el') => JSON.parse(list.in(language).body.toString()) as Row[];

describe('SerialisedListsService', () => {
  it('serialises a list once, with rows as in the file', () => {
    const list = lists.select('genders');
    expect(listRows(list)).toEqual(referenceLists.all('genders'));
    expect(lists.select('genders')).toBe(list);
    expect(lists.select('genders', { where: {} })).toBe(list);
  });

  it('filters by code, by own fields and by both', () => {
    expect(listRows(lists.select('banks', { code: '010' }))).toEqual([referenceLists.item('banks', '010')]);
    expect(listRows(lists.select('banks', { where: { type: '1' } }))).toHaveLength(20);
    expect(listRows(lists.select('banks', { code: '010', where: { type: '1' } }))).toEqual([]);
    expect(listRows(lists.select('vehicleModels', { where: { makeCode: '001', usageCodes: '05' } }))).toEqual([]);
    expect(listRows(lists.select('vehicleModels', { where: { makeCode: '001', usageCodes: '01' } })).length).toBeGreaterThan(0);
  });

  it('returns the titles in the requested language, and caches the English ones', () => {
    const consents = lists.select('marketingConsents', { code: '101' });
    expect(listRows(consents, 'en')).toMatchObject([
      { title: 'Email', titleEn: 'Email', masterTitle: 'Marketing communication of the company' },
    ]);
    expect(listRows(consents)).toEqual([referenceLists.item('marketingConsents', 101)]);
    const [male] = listRows(lists.select('genders', { code: '1' }), 'en');
    expect(male).toEqual({ code: '1', title: 'Male', titleEn: 'Male', active: true });
    expect(listRows(lists.select('serviceRequestCategories', { code: 'MOTOR-CLAIMS' }), 'en')).toMatchObject([
      { description: 'Motor claims' },
    ]);
    expect(listRows(lists.select('vehicleMakes', { code: '001' }), 'en')).toEqual([referenceLists.item('vehicleMakes', '001')]);
  });

  it('follows a change of the lists', () => {
    const lists = new ReferenceLists();
    const changing = new SerialisedListsService(lists);
    const before = changing.select('genders');
    const female = { ...referenceLists.item('genders', '2'), active: false };
    lists.adopt(new ReferenceLists(undefined, new Map([['genders', new Map([['2', female]])]])));
    expect(listRows(changing.select('genders'))).toEqual([female]);
    expect(changing.select('genders').in('el').digest).not.toBe(before.in('el').digest);
  });

  it('ignores an absent condition', () => {
    expect(lists.select('banks', { where: { type: undefined } })).toBe(lists.select('banks'));
  });

  it.each(['', '10', '999999', 'constructor', '010 '])('returns the empty list for the unknown code %j', (code) => {
    expect(lists.select('banks', { code })).toBe(EMPTY_LIST);
  });
});

describe('CachedLists', () => {
  it('caches the lists that it finds, and nothing for those it does not find', () => {
    const cached = new CachedLists();
    const owner = {};
    const looks: string[] = [];
    const ask = (from: object, key: string, items: readonly unknown[]): SerialisedList =>
      cached.of(from, key, () => {
        looks.push(key);
        return items;
      });
    const found = ask(owner, 'known', [{ code: '1' }]);
    expect(ask(owner, 'known', [{ code: '2' }])).toBe(found);
    expect(ask({}, 'known', [{ code: '2' }])).not.toBe(found);
    for (let call = 0; call < 2; call += 1) expect(ask(owner, 'unknown', [])).toBe(EMPTY_LIST);
    expect(looks).toEqual(['known', 'known', 'unknown', 'unknown']);
  });
});

describe('serialisedList', () => {
  it('gives equal lists the same tag and different lists different tags, strong and quoted', () => {
    expect(new SerialisedList([{ code: '1' }]).in('el').digest).toBe(new SerialisedList([{ code: '1' }]).in('el').digest);
    expect(new SerialisedList([{ code: '1' }]).in('el').digest).not.toBe(new SerialisedList([{ code: '2' }]).in('el').digest);
    expect(EMPTY_LIST.in('en').digest).toMatch(/^[\w-]{22}$/);
    expect(EMPTY_LIST.in('en').body.toString()).toBe('[]');
  });
});
