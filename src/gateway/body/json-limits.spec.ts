import { DomainError } from '../../common/domain-error.js';
import { checkJsonSize, deleteDangerousNames } from './json-limits.js';

const joinTimes = (count: number, of: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => of(index)).join(',');

function getRefusal(text: string): string | null {
  try {
    checkJsonSize(Buffer.from(text));
    return null;
  } catch (error) {
    return (error as DomainError).code;
  }
}

describe('checkJsonSize', () => {
  it.each([
    ['20 levels', '['.repeat(20) + ']'.repeat(20), null],
    ['21 levels', '['.repeat(21) + ']'.repeat(21), '-100'],
    ['brackets in a text', JSON.stringify({ a: `\\"${'['.repeat(100)}"\\` }), null],
    ['100,000 values', `[${joinTimes(100_000, () => '0')}]`, null],
    ['100,001 values', `[${joinTimes(100_001, () => '0')}]`, '-108'],
    ['20,000 containers', `[${joinTimes(19_999, () => '{}')}]`, null],
    ['20,001 containers', `[${joinTimes(20_000, () => '[]')}]`, '-108'],
    ['1,000 names', `{${joinTimes(1000, (at) => `"k${at}":0`)}}`, null],
    ['1,001 names', `{${joinTimes(1001, (at) => `"k${at}" : 0`)}}`, '-108'],
    ['the same name many times', `[${joinTimes(5000, () => '{"a":"b","ά":{}}')}]`, null],
    ['different texts', `[${joinTimes(5000, (at) => `"${at}"`)}]`, null],
    ['what is no JSON', '{"a":"\\', null],
  ])('checks a text with %s', (_, text, code) => expect(getRefusal(text)).toBe(code));
});

it('the JSON reader drops names that reach into prototypes, at any depth', () => {
  const value = JSON.parse('{"a":[{"__proto__":{"x":1},"b":1}],"constructor":{},"c":{"prototype":1}}') as object;
  deleteDangerousNames(value);
  expect(JSON.stringify(value)).toBe('{"a":[{"b":1}],"c":{}}');
});
