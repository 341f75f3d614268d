import { MAX_PRINTED_CHARACTERS, toPrintable, toPrintableLine } from './printable.js';

const hasEveryGlyph = (): boolean => true;
const greekOnly = (codePoint: number): boolean => codePoint < 0x400;

describe('printable', () => {
  it('leaves Greek text unchanged and composes combining characters', () => {
    expect(toPrintable('Άγγελος ΐ – «Ω»', hasEveryGlyph)).toBe('Άγγελος ΐ – «Ω»');
    expect(toPrintable('Α\u0301γγελος', hasEveryGlyph)).toBe('Άγγελος');
  });

  it.each([
    ['control characters', 'Α\u0000Β\u0007\u001b\u007f\u009fΓ', 'ΑΒΓ'],
    ['bidi controls', 'Α\u202eΒ\u2066Γ\u2069\u200f', 'ΑΒΓ'],
    ['zero width characters', 'Α\u200bΒ\u200d\ufeff\u2060Γ\u00ad', 'ΑΒΓ'],
    ['variation selectors and tags', 'Α\ufe0fΒ\u{e0061}\u{e0100}Γ', 'ΑΒΓ'],
  ])('drops %s', (_name, text, printed) => {
    expect(toPrintable(text, hasEveryGlyph)).toBe(printed);
  });

  it('turns every line end into \\n and every blank into a space, but keeps the no-break space', () => {
    expect(toPrintable('α\r\nβ\rγ\u2028δ\u0085ε', hasEveryGlyph)).toBe('α\nβ\nγ\nδ\nε');
    expect(toPrintable('α\tβ\u2003γ\u3000δ\u00a0ε', hasEveryGlyph)).toBe('α β γ δ\u00a0ε');
  });

  it('prints an empty box for each character that the font does not have', () => {
    expect(toPrintable('Α漢字😀Β', greekOnly)).toBe('Α□□□Β');
    expect(toPrintable('Α\ud800Β', greekOnly)).toBe('Α□Β');
  });

  it('truncates an endless text visibly', () => {
    const printed = toPrintable('α'.repeat(MAX_PRINTED_CHARACTERS + 1), hasEveryGlyph);
    expect(printed).toHaveLength(MAX_PRINTED_CHARACTERS + 1);
    expect(printed.endsWith('α…')).toBe(true);
    expect(toPrintable('α'.repeat(MAX_PRINTED_CHARACTERS), hasEveryGlyph)).not.toContain('…');
  });

  it('joins several lines into one', () => {
    expect(toPrintableLine(' α\nβ\r\nγ ', hasEveryGlyph)).toBe('α β γ');
  });
});
