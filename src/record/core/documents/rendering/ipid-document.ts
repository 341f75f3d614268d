import type { IpidSection } from '../../../../pricing/tariff-model.js';
import type { IpidDocument } from './documents.types.js';
import { IPID_ICONS } from './ipid-icons.js';
import { IPID_TEXTS } from './ipid-texts.js';
import { createSheet, drawLogo, drawPageFrames } from './letterhead.js';
import type { Box, Pdf, Sheet } from './sheet.js';
import { BODY_BOTTOM, BODY_WIDTH, COLORS, calculateLineHeight, PAGE, STYLES, type Style } from './styles.js';

const MAX_PAGES = 2;
/** Sizes of the text, the largest first that fits. At 6.5 points the letter x is 1.25 mm high; 1.2 mm are required. */
const SIZES = [9, 8.5, 8, 7.5, 7, 6.5] as const;
const LOGO = { width: 198.4, height: 42 };
const COLUMN_GAP = 18;
const ICON = 20;
const MARK_WIDTH = 14;
const PARAGRAPH_GAP = 2.5;
const SECTION_GAP = 8;

type DrawnSection = keyof typeof IPID_ICONS;

interface Mark {
  readonly text: string;
  readonly color: string;
}

const MARKS: Readonly<Record<DrawnSection, Mark>> = {
  insured: { text: '✔', color: IPID_ICONS.insured.color },
  notInsured: { text: '✖', color: IPID_ICONS.notInsured.color },
  restrictions: { text: '!', color: IPID_ICONS.restrictions.color },
  where: { text: '✔', color: IPID_ICONS.where.color },
  obligations: { text: '–', color: COLORS.ink },
  payment: { text: '–', color: COLORS.ink },
  term: { text: '–', color: COLORS.ink },
  cancellation: { text: '–', color: COLORS.ink },
};
const PLAIN: Mark = { text: '+', color: COLORS.ink };

export function drawIpid(data: IpidDocument): Promise<Pdf> {
  const words = IPID_TEXTS[data.language];
  const name = { title: words.title, number: data.product };
  const draw = (size: number): Sheet => {
    const sheet = createSheet(data, name);
    new IpidPainter(sheet, data, size).paint();
    return sheet;
  };
  const sheet = findFitting(draw);
  drawPageFrames(sheet, data, name, `${data.insurer.name}  ·  ${words.reference(data.reference)}`);
  return sheet.toBytes();
}

function findFitting(draw: (size: number) => Sheet): Sheet {
  for (const size of SIZES) {
    const sheet = draw(size);
    if (sheet.pageCount <= MAX_PAGES) return sheet;
  }
  throw new Error('The product information does not fit on two pages.');
}

class IpidPainter {
  private readonly words;
  private readonly body: Style;
  private readonly strong: Style;
  private readonly heading: Style;

  constructor(
    private readonly sheet: Sheet,
    private readonly data: IpidDocument,
    size: number,
  ) {
    this.words = IPID_TEXTS[data.language];
    this.body = { ...STYLES.body, size };
    this.strong = { ...STYLES.strong, size };
    this.heading = { ...STYLES.section, size: size + 2.5 };
  }

  paint(): void {
    this.paintHead();
    this.paintColumns();
    for (const section of ['where', 'obligations', 'payment', 'term', 'cancellation'] as const) {
      this.sheet.keep(this.measureSection(section, BODY_WIDTH));
      const box = { x: PAGE.left, y: this.sheet.y, width: BODY_WIDTH };
      this.sheet.y = this.paintSection(section, box);
    }
  }

  private paintHead(): void {
    const { sheet, data, words } = this;
    const { insurer } = data;
    if (data.logo) drawLogo(sheet, data.logo, insurer.name, LOGO);
    const width = BODY_WIDTH - LOGO.width - COLUMN_GAP;
    const title = sheet.wrap(words.title, width, STYLES.title);
    sheet.tagged(sheet.root, 'H1', () => sheet.draw(title, { x: PAGE.left, y: sheet.y, width }, STYLES.title));
    sheet.y += Math.max(LOGO.height, title.length * calculateLineHeight(STYLES.title)) + 4;
    const company = [insurer.name, insurer.registration].filter(Boolean).join(', ');
    const marks = [data.sandbox ? sheet.words.sandboxMark : '', sheet.words.copyMark].filter((text) => text !== '');
    for (const text of [`${words.company}: ${company}`, `${words.product}: ${data.line} – ${data.product} (${data.reference})`])
      sheet.drawBlock('P', sheet.wrap(text, BODY_WIDTH, this.strong), this.strong);
    for (const text of marks) sheet.drawBlock('P', sheet.wrap(text, BODY_WIDTH, STYLES.mark), STYLES.mark);
    sheet.y += 4;
    sheet.drawBlock('P', sheet.wrap(words.notice, BODY_WIDTH, this.body), this.body);
    sheet.y += 6;
    sheet.rule(sheet.y, { color: COLORS.accent, thickness: 1.2 });
    sheet.y += 6;
    sheet.drawBlock('H2', sheet.wrap(words.headings.kind, BODY_WIDTH, this.heading), this.heading);
    for (const text of data.sections.kind) sheet.drawBlock('P', sheet.wrap(text, BODY_WIDTH, this.body), this.body);
    sheet.y += SECTION_GAP;
  }

  private paintColumns(): void {
    const { sheet } = this;
    const width = (BODY_WIDTH - COLUMN_GAP) / 2;
    const top = sheet.y;
    const left = this.measureSection('insured', width) + this.measureList('optional', width);
    const right = this.measureSection('notInsured', width) + this.measureSection('restrictions', width);
    // Longer columns make the document too long, so that a smaller size is tried.
    if (top + Math.max(left, right) > BODY_BOTTOM) {
      for (let page = 0; page < MAX_PAGES; page += 1) sheet.turnPage();
      return;
    }
    let y = this.paintSection('insured', { x: PAGE.left, y: top, width });
    y = this.paintOptional({ x: PAGE.left, y, width });
    const x = PAGE.left + width + COLUMN_GAP;
    const other = this.paintSection('restrictions', { x, y: this.paintSection('notInsured', { x, y: top, width }), width });
    sheet.y = Math.max(y, other);
  }

  private paintSection(section: DrawnSection, { x, y, width }: Box): number {
    const { sheet, words } = this;
    this.paintIcon(section, x, y);
    const textWidth = width - ICON - 8;
    const lines = sheet.wrap(words.headings[section], textWidth, this.heading);
    const height = Math.max(ICON, lines.length * calculateLineHeight(this.heading));
    const top = y + (height - lines.length * calculateLineHeight(this.heading)) / 2;
    sheet.tagged(sheet.root, 'H2', () => sheet.draw(lines, { x: x + ICON + 8, y: top, width: textWidth }, this.heading));
    return this.paintList(section, MARKS[section], { x, y: y + height + 4, width }) + SECTION_GAP;
  }

  private paintOptional({ x, y, width }: Box): number {
    const { sheet, data, words } = this;
    if (data.sections.optional.length === 0) return y;
    sheet.tagged(sheet.root, 'P', () => sheet.draw([words.added], { x, y, width }, this.strong));
    return this.paintList('optional', PLAIN, { x, y: y + calculateLineHeight(this.strong), width }) + SECTION_GAP;
  }

  private paintList(section: IpidSection, mark: Mark, box: Box): number {
    const { sheet, body } = this;
    const inner = { x: box.x + MARK_WIDTH, width: box.width - MARK_WIDTH };
    let { y } = box;
    for (const text of this.data.sections[section]) {
      const lines = sheet.wrap(text, inner.width, body);
      sheet.tagged(sheet.root, 'P', () => {
        sheet.draw([mark.text], { ...box, y }, { ...this.strong, color: mark.color });
        sheet.draw(lines, { ...inner, y }, body);
      });
      y += lines.length * calculateLineHeight(body) + PARAGRAPH_GAP;
    }
    return y;
  }

  private paintIcon(section: DrawnSection, x: number, y: number): void {
    const { color, filled, lines } = IPID_ICONS[section];
    const place = { x, y, scale: ICON / 24 };
    this.sheet.decorate(() => {
      this.sheet.path('M12 0A12 12 0 1 0 12 24A12 12 0 1 0 12 0Z', place, color);
      if (filled !== undefined) this.sheet.path(filled, place, '#ffffff');
      this.sheet.path(lines, place, '#ffffff', 1.4);
    });
  }

  private measureSection(section: DrawnSection, width: number): number {
    const heading =
      this.sheet.wrap(this.words.headings[section], width - ICON - 8, this.heading).length * calculateLineHeight(this.heading);
    return Math.max(ICON, heading) + 4 + this.measureList(section, width) + SECTION_GAP;
  }

  private measureList(section: IpidSection, width: number): number {
    const height = this.data.sections[section].reduce(
      (sum, text) => sum + this.sheet.wrap(text, width - MARK_WIDTH, this.body).length * calculateLineHeight(this.body) + PARAGRAPH_GAP,
      0,
    );
    return section === 'optional' && height > 0 ? height + calculateLineHeight(this.strong) + SECTION_GAP : height;
  }
}
