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

export const FONTS: Readonly<Record<FontName, Font>> = {
  regular: load('DejaVuSansCondensed.ttf'),
  bold: load('DejaVuSansCondensed-Bold.ttf'),
};

/** Whether both cuts can print the character. */
export function hasGlyph(codePoint: number): boolean {
  return FONTS.regular.hasGlyphForCodePoint(codePoint) && FONTS.bold.hasGlyphForCodePoint(codePoint);
}

function load(file: string): Font {
  return create(readFileSync(resolve(DIRECTORY + file)));
}
