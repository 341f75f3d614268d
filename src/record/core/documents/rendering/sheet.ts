import PDFDocument from 'pdfkit';
import type { Language } from '../../../../common/language.js';
import type { Amount } from '../../../../common/money.js';
import { DOCUMENT_TEXTS, type DocumentTexts } from './document-texts.js';
import { loadFonts, hasGlyph } from './fonts.js';
import { formatAmount } from '../../../../common/formats.js';
import { toPrintable, toPrintableLine } from './printable.js';
import { BODY_BOTTOM, BODY_HEIGHT, BODY_TOP, BODY_WIDTH, COLORS, calculateLineHeight, PAGE, type Style } from './styles.js';
import { clipLines, wrapText } from './wrap-text.js';

export type Pdf = Uint8Array<ArrayBuffer>;
/** Element of the logical structure (H1, P, Table …) that screen readers follow. */
export type Tag = PDFKit.PDFStructureElement;
export type Align = 'left' | 'right';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

interface Rectangle extends Box {
  readonly height: number;
}

interface SheetInfo {
  readonly title: string;
  readonly author: string;
  readonly createdAt: Date;
  readonly language: Language;
  readonly currency: string;
  readonly ink?: string | undefined;
}

/** Equal data gives equal bytes. A thread draws one sheet at a time: drawing is synchronous up to `toBytes`. */
export class Sheet {
  y: number = PAGE.top;
  readonly root: Tag;
  readonly words: DocumentTexts;
  private readonly doc: PDFKit.PDFDocument;
  private readonly chunks: Uint8Array[] = [];
  private readonly ended: Promise<void>;

  constructor(private readonly info: SheetInfo) {
    this.words = DOCUMENT_TEXTS[info.language];
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
    for (const [name, font] of Object.entries(loadFonts())) this.doc.registerFont(name, font as unknown as Uint8Array);
    this.root = this.doc.struct('Document');
    this.doc.addStructure(this.root);
    this.doc.on('data', (chunk: Uint8Array) => this.chunks.push(chunk));
    this.ended = new Promise((resolve, reject) => this.doc.once('end', resolve).once('error', reject));
  }

  get language(): Language {
    return this.info.language;
  }

  get pageCount(): number {
    return this.doc.bufferedPageRange().count;
  }

  money(amount: Amount): string {
    return formatAmount(amount, this.info.currency, this.info.language);
  }

  wrap(text: string, width: number, style: Style): string[] {
    this.doc.font(style.font, style.size);
    return wrapText(toPrintable(text, hasGlyph), width, (part) => this.doc.widthOfString(part));
  }

  wrapShort(text: string, width: number, style: Style, most = 1): string[] {
    return clipLines(this.wrap(text, width, style), most);
  }

  draw(lines: readonly string[], box: Box, style: Style, align: Align = 'left'): void {
    this.doc.font(style.font, style.size).fillColor(this.info.ink ?? style.color);
    let y = box.y + (calculateLineHeight(style) - this.doc.currentLineHeight()) / 2;
    for (const line of lines) {
      const x = align === 'right' ? box.x + box.width - this.doc.widthOfString(line) : box.x;
      this.doc.text(line, x, y, { lineBreak: false });
      y += calculateLineHeight(style);
    }
  }

  drawBlock(type: string, lines: readonly string[], style: Style): void {
    this.tagged(this.root, type, () => this.draw(lines, { x: PAGE.left, y: this.y, width: BODY_WIDTH }, style));
    this.y += lines.length * calculateLineHeight(style);
  }

  tagged(parent: Tag, type: string, draw: () => void, options: { alt?: string; scope?: 'Column' } = {}): void {
    const content = this.doc.markStructureContent(type);
    draw();
    this.doc.endMarkedContent();
    parent.add(this.doc.struct(type, options, [content]));
  }

  group(parent: Tag, type: string, fill: (tag: Tag) => void): void {
    const tag = this.open(parent, type);
    fill(tag);
    tag.end();
  }

  /** Stays open while pages turn; the caller ends it. */
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
    const { x = PAGE.left, width = BODY_WIDTH, color = COLORS.hairline, thickness = 0.5 } = options;
    this.decorate(() => this.fill([{ x, y: y - thickness / 2, width, height: thickness }], color));
  }

  /** Draws as large as it fits, at the right of the box. Called inside `tagged` or `decorate`. */
  image(content: Buffer, { x, y, width, height }: Rectangle): void {
    this.doc.image(content, x, y, { fit: [width, height], align: 'right' });
  }

  /** Called inside `tagged` or `decorate`. */
  fill(rectangles: Iterable<Rectangle>, color: string): void {
    for (const { x, y, width, height } of rectangles) this.doc.rect(x, y, width, height);
    this.doc.fill(this.info.ink ?? color);
  }

  /** Called inside `tagged` or `decorate`. */
  line([first, ...others]: readonly (readonly [x: number, y: number])[], color: string, thickness: number): void {
    if (first === undefined) return;
    this.doc.moveTo(...first);
    for (const point of others) this.doc.lineTo(...point);
    this.doc.lineWidth(thickness).stroke(this.info.ink ?? color);
  }

  /** Called inside `tagged` or `decorate`. */
  path(
    path: string,
    { x, y, scale }: { readonly x: number; readonly y: number; readonly scale: number },
    color: string,
    line?: number,
  ): void {
    this.doc.save().translate(x, y).scale(scale).path(path);
    if (line === undefined) this.doc.fill(color);
    else this.doc.lineWidth(line).lineCap('round').lineJoin('round').stroke(color);
    this.doc.restore();
  }

  fits(height: number): boolean {
    return this.y + height <= BODY_BOTTOM;
  }

  ensure(height: number): void {
    if (!this.fits(height)) this.turnPage();
  }

  /** Turns the page unless the height still fits, or no page can hold it. */
  keep(height: number): void {
    if (height <= BODY_HEIGHT) this.ensure(height);
  }

  turnPage(): void {
    this.doc.addPage();
    this.y = BODY_TOP;
  }

  /** Draws once all pages exist. `page` counts from 1. */
  onEachPage(draw: (page: number) => void): void {
    for (let index = 0; index < this.pageCount; index++) {
      this.doc.switchToPage(index);
      this.decorate(() => draw(index + 1), 'Pagination');
    }
  }

  /** The buffer holds nothing else, so that it can be moved to another thread. */
  async toBytes(): Promise<Pdf> {
    this.doc.end();
    await this.ended;
    return new Uint8Array(Buffer.concat(this.chunks));
  }
}

// pdfkit copies the information into an XML packet without escaping it.
const XML_LOOKALIKES: Readonly<Record<string, string>> = { '&': '＆', '<': '‹', '>': '›' };

function metadata(text: string): string {
  return toPrintableLine(text, () => true).replace(/[&<>]/g, (character) => XML_LOOKALIKES[character] ?? '');
}
