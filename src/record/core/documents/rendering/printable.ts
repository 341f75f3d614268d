export const MAX_PRINTED_CHARACTERS = 10_000;
const MISSING_GLYPH = '\u25a1';
/** Invisible characters that could reorder or hide text: controls, formats (bidi, zero width), variation selectors. */
const INVISIBLE = /[\p{Cc}\p{Cf}\u034f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;

/** NFC, `\n`, plain or no-break blanks, no invisible characters, and a box for each character without a glyph. */
export function toPrintable(text: string, hasGlyph: (codePoint: number) => boolean): string {
  const shortened = text.length > MAX_PRINTED_CHARACTERS ? `${text.slice(0, MAX_PRINTED_CHARACTERS)}…` : text;
  const visible = shortened
    .normalize('NFC')
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/[\t\v\f]/g, ' ')
    .replace(INVISIBLE, (character) => (character === '\n' ? character : ''))
    .replace(/(?!\u00a0)\p{Zs}/gu, ' ');
  let printed = '';
  for (const character of visible) {
    printed += character === '\n' || hasGlyph(character.codePointAt(0)!) ? character : MISSING_GLYPH;
  }
  return printed;
}

export function toPrintableLine(text: string, hasGlyph: (codePoint: number) => boolean): string {
  return toPrintable(text, hasGlyph).replace(/\n/g, ' ').trim();
}
