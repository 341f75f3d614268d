/** The part of fontkit, which ships no types, that is used here. */
declare module 'fontkit' {
  export interface GlyphRun {
    readonly positions: readonly Readonly<Record<'xAdvance' | 'yAdvance' | 'xOffset' | 'yOffset', number>>[];
  }
  export interface Font {
    layout(text: string): GlyphRun;
    readonly characterSet: readonly number[];
    _glyphs: Record<number, unknown>;
  }
  export function create(data: Uint8Array): Font;
}
