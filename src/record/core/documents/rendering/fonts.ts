import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font, type GlyphRun } from 'fontkit';

/**
 * The two cuts of the documents, read and parsed once per thread: pdfkit takes parsed fonts, and parsing one costs more than printing
 * a page with it. Each document embeds only the glyphs it uses.
 */
const DIRECTORY = 'dejavu-fonts-ttf/ttf/';
const resolve = createRequire(import.meta.url).resolve;
/** Far more words than the documents have in common; names and addresses come on top, until all are forgotten. */
const MAX_WORDS = 2_000;

export type FontName = 'regular' | 'bold';

const FONTS: Readonly<Record<FontName, Font>> = {
  regular: load('DejaVuSansCondensed.ttf'),
  bold: load('DejaVuSansCondensed-Bold.ttf'),
};
const IN_BOLD = new Set(FONTS.bold.characterSet);
const IN_BOTH = new Set(FONTS.regular.characterSet.filter((codePoint) => IN_BOLD.has(codePoint)));

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
  return IN_BOTH.has(codePoint);
}

function load(file: string): Font {
  return rememberWords(create(readFileSync(resolve(DIRECTORY + file))));
}

/** Choosing and placing glyphs is the larger part of printing, and the words of documents are mostly the same: each is laid out once per thread. */
function rememberWords(font: Font): Font {
  const layOut = font.layout.bind(font);
  const words = new Map<string, GlyphRun>();
  font.layout = (text) => {
    let run = words.get(text);
    if (run === undefined) {
      if (words.size === MAX_WORDS) words.clear();
      run = layOut(text);
      words.set(text, run);
    }
    return copyOf(run);
  };
  return font;
}

/** pdfkit scales the positions that it gets in place. */
function copyOf(run: GlyphRun): GlyphRun {
  const positions = run.positions.map((position) => ({ ...position }));
  return Object.assign(Object.create(Object.getPrototypeOf(run) as object) as GlyphRun, run, { positions });
}
