import { parseCodes } from './code-list.js';

describe('parseCodes', () => {
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
    expect(parseCodes(given)).toStrictEqual(expected);
  });
});
