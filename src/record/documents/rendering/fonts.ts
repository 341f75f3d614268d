import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

/**
 * The two cuts of the documents, read and parsed once per thread: pdfkit takes parsed fonts, and parsing one costs more than printing
 * a page with it. Each document embeds only the glyphs it uses.
 */
const DIRECTORY = 'dejavu-fonts-ttf/ttf/';
const resolve = createRequire(import.meta.url).resolve;

export type FontName = 'regular' | 'bold';

const FONTS: Readonly<Record<FontName, Font>> = {
  regular: load('DejaVuSansCondensed.ttf'),
  bold: load('DejaVuSansCondensed-Bold.ttf'),
};

/**
 * The fonts for a new document; the one before must be complete. fontkit notes on a glyph the characters it was first made for, and
 * pdfkit writes them into the document, for search and copying. Embedding makes the parts of composed glyphs without any (the Latin N
 * inside the Greek Ν), so a document that found the glyphs of the one before would lose letters: each starts without glyphs.
 */
export function fontsForDocument(): Readonly<Record<FontName, Font>> {
  for (const font of Object.values(FONTS)) font._glyphs = {};
  return FONTS;
}

/** Whether both cuts can print the character. */
export function hasGlyph(codePoint: number): boolean {
  return FONTS.regular.hasGlyphForCodePoint(codePoint) && FONTS.bold.hasGlyphForCodePoint(codePoint);
}

function load(file: string): Font {
  return create(readFileSync(resolve(DIRECTORY + file)));
}
