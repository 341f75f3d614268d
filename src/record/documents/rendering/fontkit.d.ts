/** The little of fontkit (pdfkit's font engine, which ships no types) that is used here. */
declare module 'fontkit' {
  export interface Font {
    hasGlyphForCodePoint(codePoint: number): boolean;
  }
  export function create(data: Uint8Array): Font;
}
