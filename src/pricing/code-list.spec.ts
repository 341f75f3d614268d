import { codesOf } from './code-list.js';

describe('codesOf', () => {
  it.each([
    ['M10 M12', ['M10', 'M12']],
    ['10,13', ['10', '13']],
    [' 10 ,  13; 14 ', ['10', '13', '14']],
    ['', []],
    [' , ', []],
    [null, []],
    [undefined, []],
    [
      ['M10', 'M12'],
      ['M10', 'M12'],
    ],
  ])('parses %p', (given, expected) => {
    expect(codesOf(given)).toStrictEqual(expected);
  });
});
