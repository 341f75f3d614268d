/** The little of fontkit (pdfkit's font engine, which ships no types) that is used here. */
declare module 'fontkit' {
  /** A word as glyphs and where each of them goes, in units of the font. */
  export interface GlyphRun {
    readonly positions: readonly Readonly<Record<'xAdvance' | 'yAdvance' | 'xOffset' | 'yOffset', number>>[];
  }
  export interface Font {
    layout(text: string): GlyphRun;
    /** The code points that it has a glyph for. */
    readonly characterSet: readonly number[];
    /** Glyphs made so far, by id: a cache, filled again as needed. */
    _glyphs: Record<number, unknown>;
  }
  export function create(data: Uint8Array): Font;
}
