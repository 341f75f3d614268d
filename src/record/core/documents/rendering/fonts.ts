import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font, type GlyphRun } from 'fontkit';

const DIRECTORY = 'dejavu-fonts-ttf/ttf/';
const resolve = createRequire(import.meta.url).resolve;
const MAX_WORDS = 2_000;

export type FontName = 'regular' | 'bold';

/** Fonts are parsed once per thread, because that costs more than printing a page. */
const FONTS: Readonly<Record<FontName, Font>> = {
  regular: load('DejaVuSansCondensed.ttf'),
  bold: load('DejaVuSansCondensed-Bold.ttf'),
};
const IN_BOLD = new Set(FONTS.bold.characterSet);
const IN_BOTH = new Set(FONTS.regular.characterSet.filter((codePoint) => IN_BOLD.has(codePoint)));

/** Drops the glyphs of the previous document: pdfkit would write the characters of their first use for copying. */
export function loadFonts(): Readonly<Record<FontName, Font>> {
  for (const font of Object.values(FONTS)) font._glyphs = {};
  return FONTS;
}

export function hasGlyph(codePoint: number): boolean {
  return IN_BOTH.has(codePoint);
}

function load(file: string): Font {
  return cacheWords(create(readFileSync(resolve(DIRECTORY + file))));
}

/** Lays out each word once per thread, because that is the larger part of printing. */
function cacheWords(font: Font): Font {
  const layOut = font.layout.bind(font);
  const words = new Map<string, GlyphRun>();
  font.layout = (text) => {
    let run = words.get(text);
    if (run === undefined) {
      if (words.size === MAX_WORDS) words.clear();
      run = layOut(text);
      words.set(text, run);
    }
    return copyRun(run);
  };
  return font;
}

/** pdfkit scales the positions in place. */
function copyRun(run: GlyphRun): GlyphRun {
  const positions = run.positions.map((position) => ({ ...position }));
  return Object.assign(Object.create(Object.getPrototypeOf(run) as object) as GlyphRun, run, { positions });
}
