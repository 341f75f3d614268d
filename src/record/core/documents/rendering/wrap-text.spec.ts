import fc from 'fast-check';
import { clipLines, wrapText } from './wrap-text.js';

const getWidth = (text: string): number => Array.from(text).length;
const wrap = (text: string, width: number): string[] => wrapText(text, width, getWidth);

describe('wrapText', () => {
  it.each([
    ['one line', 'ένα δύο', 7, ['ένα δύο']],
    ['breaks at blanks', 'ένα δύο τρία', 8, ['ένα δύο', 'τρία']],
    ['squeezes blanks', '  ένα   δύο  ', 20, ['ένα δύο']],
    ['keeps line ends', 'ένα\n\nδύο', 20, ['ένα', '', 'δύο']],
    ['drops empty lines at the end', 'ένα\n\n', 20, ['ένα']],
    ['breaks a word that is wider than the line', 'α βγδεζη θ', 3, ['α', 'βγδ', 'εζη', 'θ']],
    ['breaks a long word behind its hyphens', 'α βγ-δεζη-θι', 5, ['α', 'βγ-', 'δεζη-', 'θι']],
    ['goes on behind the rest of a broken word', 'βγδε ζ', 3, ['βγδ', 'ε ζ']],
    ['never splits a surrogate pair', '😀😀😀', 2, ['😀😀', '😀']],
    ['nothing', '', 5, []],
    ['only blanks', '  \n ', 5, []],
    ['a width that nothing fits', 'αβ', 0, ['α', 'β']],
  ])('handles the case %s', (_name, text, width, lines) => {
    expect(wrap(text, width)).toEqual(lines);
  });

  it('loses no character and exceeds no width', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.integer({ min: 1, max: 20 }), (text, width) => {
        const lines = wrap(text, width);
        expect(lines.join('').replace(/[ \n]/g, '')).toBe(text.replace(/[ \n]/g, ''));
        for (const line of lines) expect(getWidth(line)).toBeLessThanOrEqual(width);
      }),
    );
  });
});

describe('clipLines', () => {
  it('returns a text that fits unchanged', () => {
    expect(clipLines(['α', 'β'], 2)).toEqual(['α', 'β']);
  });

  it('ends a text that does not fit with an ellipsis', () => {
    expect(clipLines(['αβγ', 'δεζ', 'η'], 2)).toEqual(['αβγ', 'δε…']);
    expect(clipLines(['α', '😀', 'γ'], 2)).toEqual(['α', '…']);
  });

  it('keeps at least one line', () => {
    expect(clipLines(['αβ', 'γδ'], 0)).toEqual(['α…']);
  });
});
