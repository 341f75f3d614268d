import PDFDocument from 'pdfkit';
import type { Language } from '../../../../common/language.js';
import { fontsForDocument, hasGlyph } from './fonts.js';
import type { DocumentTexts } from './greek-texts.js';
import { printable, printableLine } from './printable.js';
import { BODY_BOTTOM, BODY_HEIGHT, BODY_TOP, COLORS, lineHeight, PAGE, type Style } from './styles.js';
import { textsIn } from './texts.js';
import { clipLines, wrapText } from './wrap-text.js';

/** An element of the logical structure (H1, P, Table …) that screen readers follow. */
export type Tag = PDFKit.PDFStructureElement;
export type Align = 'left' | 'right';

/** Where a text starts, and the width it is aligned in. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export interface SheetInfo {
  readonly title: string;
  readonly author: string;
  readonly createdAt: Date;
  readonly language: Language;
  /** The one colour of all that is drawn; without it what is drawn has its own. */
  readonly ink?: string;
}

/**
 * A tagged PDF that is written from top to bottom: it measures and draws text, keeps the cursor `y` and turns the page. All text passes
 * `wrap`, which makes it printable. Nothing but the given data gets in, so the same data gives the same bytes. A thread draws one sheet
 * at a time: drawing is synchronous up to `toBytes`.
 */
export class Sheet {
  y: number = PAGE.top;
  readonly root: Tag;
  readonly language: Language;
  readonly words: DocumentTexts;
  private readonly ink: string | undefined;
  private readonly doc: PDFKit.PDFDocument;
  private readonly chunks: Uint8Array[] = [];
  private readonly ended: Promise<void>;

  constructor(info: SheetInfo) {
    this.language = info.language;
    this.words = textsIn(info.language);
    this.ink = info.ink;
    this.doc = new PDFDocument({
      size: [PAGE.width, PAGE.height],
      margin: 0, // pdfkit never turns the page by itself
      bufferPages: true, // page counts are known at the end
      pdfVersion: '1.7',
      tagged: true,
      lang: this.words.locale,
      displayTitle: true,
      font: null as unknown as string, // no Helvetica: only embedded fonts
      info: { Title: metadata(info.title), Author: metadata(info.author), CreationDate: info.createdAt, ModDate: info.createdAt },
    });
    for (const [name, font] of Object.entries(fontsForDocument())) this.doc.registerFont(name, font as unknown as Uint8Array);
    this.root = this.doc.struct('Document');
    this.doc.addStructure(this.root);
    this.doc.on('data', (chunk: Uint8Array) => this.chunks.push(chunk));
    this.ended = new Promise((resolve, reject) => this.doc.once('end', resolve).once('error', reject));
  }

  get pageCount(): number {
    return this.doc.bufferedPageRange().count;
  }

  wrap(text: string, width: number, style: Style): string[] {
    this.doc.font(style.font, style.size);
    return wrapText(printable(text, hasGlyph), width, (part) => this.doc.widthOfString(part));
  }

  /** At most `most` lines, the rest cut off visibly. */
  wrapShort(text: string, width: number, style: Style, most = 1): string[] {
    return clipLines(this.wrap(text, width, style), most);
  }

  draw(lines: readonly string[], box: Box, style: Style, align: Align = 'left'): void {
    this.doc.font(style.font, style.size).fillColor(this.ink ?? style.color);
    let y = box.y + (lineHeight(style) - this.doc.currentLineHeight()) / 2;
    for (const line of lines) {
      const x = align === 'right' ? box.x + box.width - this.doc.widthOfString(line) : box.x;
      this.doc.text(line, x, y, { lineBreak: false });
      y += lineHeight(style);
    }
  }

  /** Draws real content as one element of the structure. */
  tagged(parent: Tag, type: string, draw: () => void, options: { alt?: string; scope?: 'Column' } = {}): void {
    const content = this.doc.markStructureContent(type);
    draw();
    this.doc.endMarkedContent();
    parent.add(this.doc.struct(type, options, [content]));
  }

  /** An element that holds others (Table, TR); `fill` adds them. */
  group(parent: Tag, type: string, fill: (tag: Tag) => void): void {
    const tag = this.open(parent, type);
    fill(tag);
    tag.end();
  }

  /** The same for one that stays open while pages turn; its maker ends it. */
  open(parent: Tag, type: string): Tag {
    const tag = this.doc.struct(type);
    parent.add(tag);
    return tag;
  }

  /** Draws what screen readers skip: rules, grounds, repeated heads, page numbers. */
  decorate(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.doc.markContent('Artifact', { type });
    draw();
    this.doc.endMarkedContent();
  }

  rule(y: number, options: { x?: number; width?: number; color?: string; thickness?: number } = {}): void {
    const { x = PAGE.left, width = PAGE.width - PAGE.left - PAGE.right, color = COLORS.hairline, thickness = 0.5 } = options;
    this.decorate(() => this.fill([{ x, y: y - thickness / 2, width, height: thickness }], color));
  }

  /** Filled rectangles in one path; call it inside `tagged` or `decorate`. */
  fill(rectangles: Iterable<{ x: number; y: number; width: number; height: number }>, color: string): void {
    for (const { x, y, width, height } of rectangles) this.doc.rect(x, y, width, height);
    this.doc.fill(this.ink ?? color);
  }

  /** Straight from point to point; call it inside `tagged` or `decorate`. */
  line([first, ...others]: readonly (readonly [x: number, y: number])[], color: string, thickness: number): void {
    if (first === undefined) return;
    this.doc.moveTo(...first);
    for (const point of others) this.doc.lineTo(...point);
    this.doc.lineWidth(thickness).stroke(this.ink ?? color);
  }

  fits(height: number): boolean {
    return this.y + height <= BODY_BOTTOM;
  }

  /** Turns the page unless the height still fits. */
  ensure(height: number): void {
    if (!this.fits(height)) this.turnPage();
  }

  /** The same for what stands on one page if any page holds it. */
  keep(height: number): void {
    if (height <= BODY_HEIGHT) this.ensure(height);
  }

  turnPage(): void {
    this.doc.addPage();
    this.y = BODY_TOP;
  }

  /** Draws on every page once all of them exist: running heads, page numbers. `page` counts from 1. */
  onEachPage(draw: (page: number) => void): void {
    for (let index = 0; index < this.pageCount; index++) {
      this.doc.switchToPage(index);
      this.decorate(() => draw(index + 1), 'Pagination');
    }
  }

  /** Ends the document. The bytes lie in a buffer of their own, so that they can be moved to another thread. */
  async toBytes(): Promise<Uint8Array<ArrayBuffer>> {
    this.doc.end();
    await this.ended;
    const bytes = new Uint8Array(this.chunks.reduce((length, chunk) => length + chunk.length, 0));
    let offset = 0;
    for (const chunk of this.chunks) {
      bytes.set(chunk, offset);
      offset += chunk.length;
    }
    return bytes;
  }
}

// pdfkit copies the information into an XML packet without escaping it.
const XML_LOOKALIKES: Readonly<Record<string, string>> = { '&': '＆', '<': '‹', '>': '›' };

function metadata(text: string): string {
  return printableLine(text, () => true).replace(/[&<>]/g, (character) => XML_LOOKALIKES[character] ?? '');
}
