/** The little of fontkit (pdfkit's font engine, which ships no types) that is used here. */
declare module 'fontkit' {
  export interface Font {
    hasGlyphForCodePoint(codePoint: number): boolean;
    /** Glyphs made so far, by id: a cache, filled again as needed. */
    _glyphs: Record<number, unknown>;
  }
  export function create(data: Uint8Array): Font;
}
