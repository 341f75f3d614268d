import { DOCUMENT_TEXTS } from './document-texts.js';
import type { GreenCardDocument, PrintedCountry } from './green-card.types.js';
import { GREEN_CARD_TEXTS as TEXTS } from './green-card-texts.js';
import { createSheet } from './letterhead.js';
import type { Box, Pdf, Sheet } from './sheet.js';
import { BODY_WIDTH, calculateLineHeight, PAGE, type Style } from './styles.js';
import { drawTable } from './table.js';

/** The card is printed without colour (documents.21). */
const BLACK = '#000000';
const LABEL: Style = { font: 'regular', size: 6.5, color: BLACK };
const TEXT: Style = { font: 'regular', size: 8.5, color: BLACK };
const STRONG: Style = { ...TEXT, font: 'bold' };
const VALUE: Style = { font: 'bold', size: 11, color: BLACK };
const TITLE: Style = { font: 'bold', size: 10, color: BLACK };
const SIGN: Style = { font: 'bold', size: 10, color: BLACK };
const MARK: Style = { font: 'bold', size: 9, color: BLACK };

const PADDING = 5;
const LINE = 0.7;
const FRAME = 1.6;
const SIGNS_IN_ROW = 10;
const SIGN_HEIGHT = 20;
const NAMES_IN_ROW = 3;
const MAX_LINES = 6;
const LABEL_GAP = 2;
const VALIDITY_HEIGHT = 70;
const PARTY_HEIGHT = 84;
const SIGNATURE_HEIGHT = 58;

interface Cell extends Box {
  readonly height: number;
}

export function drawGreenCard(data: GreenCardDocument): Promise<Pdf> {
  const sheet = createSheet(data, { title: TEXTS.title, number: data.policyNo }, BLACK);
  drawMark(sheet, data);
  drawHead(sheet);
  drawNumbers(sheet, data);
  drawVehicle(sheet, data);
  drawTerritory(sheet, data.countries);
  drawParties(sheet, data);
  drawTexts(sheet, [TEXTS.categories], { x: PAGE.left, y: sheet.y + 5, width: BODY_WIDTH }, LABEL);
  sheet.turnPage();
  sheet.y = PAGE.top;
  drawMark(sheet, data);
  drawBack(sheet, data.countries);
  return sheet.toBytes();
}

function drawMark(sheet: Sheet, { sandbox }: GreenCardDocument): void {
  if (!sandbox) return;
  sheet.drawBlock('P', [`${DOCUMENT_TEXTS.el.sandboxMark} · ${DOCUMENT_TEXTS.en.sandboxMark}`], MARK);
  sheet.y += 4;
}

interface Field {
  readonly share: number;
  readonly label: string;
  readonly contents: readonly string[];
  readonly style?: Style;
}

function drawFields(sheet: Sheet, minHeight: number, fields: readonly Field[]): void {
  const total = fields.reduce((sum, { share }) => sum + share, 0);
  const widths = fields.map(({ share }) => (BODY_WIDTH * share) / total);
  const height = Math.max(minHeight, ...fields.map((field, index) => fieldHeight(sheet, field, widths[index] ?? 0)));
  let x: number = PAGE.left;
  fields.forEach(({ label, contents, style = VALUE }, index) => {
    const cell = { x, y: sheet.y, width: widths[index] ?? 0, height };
    outline(sheet, cell, LINE);
    const box = innerBox(cell);
    drawTexts(sheet, contents, { ...box, y: drawTexts(sheet, [label], box, LABEL) + LABEL_GAP }, style);
    x += cell.width;
  });
  sheet.y += height;
}

function fieldHeight(sheet: Sheet, { label, contents, style = VALUE }: Field, width: number): number {
  const lines = (text: string, of: Style): number =>
    sheet.wrapShort(text, width - 2 * PADDING, of, MAX_LINES).length * calculateLineHeight(of);
  return 2 * PADDING + LABEL_GAP + lines(label, LABEL) + contents.reduce((sum, text) => sum + lines(text, style), 0);
}

function innerBox({ x, y, width }: Box): Box {
  return { x: x + PADDING, y: y + PADDING - 1, width: width - 2 * PADDING };
}

function outline(sheet: Sheet, { x, y, width, height }: Cell, thickness: number): void {
  const corners = [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
    [x, y],
  ] as const;
  sheet.decorate(() => sheet.line(corners, BLACK, thickness));
}

function drawTexts(sheet: Sheet, texts: readonly string[], box: Box, style: Style): number {
  let { y } = box;
  for (const text of texts) {
    const lines = sheet.wrapShort(text, box.width, style, MAX_LINES);
    const at = y;
    sheet.tagged(sheet.root, 'P', () => sheet.draw(lines, { ...box, y: at }, style));
    y += lines.length * calculateLineHeight(style);
  }
  return y;
}

/** Draws before the box, so that screen readers follow the order of the boxes. */
function drawHead(sheet: Sheet): void {
  const [first, ...others] = TEXTS.titles;
  const box = innerBox({ x: PAGE.left, y: sheet.y + 2, width: BODY_WIDTH });
  sheet.tagged(sheet.root, 'H1', () => sheet.draw([`1. ${first}`, ...others], box, TITLE));
  drawFields(sheet, 58, [
    { share: 3, label: '', contents: [] },
    { share: 2, label: `2. ${TEXTS.authority}`, contents: TEXTS.bureau, style: STRONG },
  ]);
}

function drawNumbers(sheet: Sheet, { period, insurerCode, policyNo }: GreenCardDocument): void {
  const top = sheet.y;
  const box = innerBox({ x: PAGE.left, y: top, width: (BODY_WIDTH * 3) / 5 });
  drawTexts(sheet, [`3. ${TEXTS.valid}`], box, LABEL);
  const y = box.y + calculateLineHeight(LABEL) + LABEL_GAP;
  const half = box.width / 2;
  const dates = [
    { title: TEXTS.from, date: period.start },
    { title: TEXTS.to, date: period.end },
  ];
  dates.forEach(({ title, date }, index) => {
    const x = box.x + index * half;
    drawTexts(sheet, [title], { x, y, width: half }, TEXT);
    const [year = '', month = '', day = ''] = date.split('-');
    [day, month, year].forEach((text, part) => {
      const column = { x: x + (part * half) / 3, y: y + calculateLineHeight(TEXT) + 1, width: half / 3 };
      drawTexts(sheet, [text], column, VALUE);
      drawTexts(sheet, [TEXTS.dateParts[part] ?? ''], { ...column, y: column.y + calculateLineHeight(VALUE) }, LABEL);
    });
  });
  drawTexts(sheet, [TEXTS.inclusive], { ...box, y: top + VALIDITY_HEIGHT - PADDING - calculateLineHeight(LABEL) + 2 }, LABEL);
  drawFields(sheet, VALIDITY_HEIGHT, [
    { share: 3, label: '', contents: [] },
    { share: 2, label: `4. ${TEXTS.number}`, contents: [`${TEXTS.country} / ${insurerCode} / ${policyNo}`] },
  ]);
}

function drawVehicle(sheet: Sheet, { plateNo, chassisNo, category, make }: GreenCardDocument): void {
  drawFields(sheet, 50, [
    { share: 5, label: `5. ${TEXTS.registration}`, contents: [plateNo ?? chassisNo ?? ''] },
    { share: 3, label: `6. ${TEXTS.category}`, contents: [category] },
    { share: 5, label: `7. ${TEXTS.make}`, contents: [make] },
  ]);
}

/** Crosses out countries without cover; those of the European Economic Area share a frame. */
function drawTerritory(sheet: Sheet, countries: readonly PrintedCountry[]): void {
  const top = sheet.y;
  const box = innerBox({ x: PAGE.left, y: top, width: BODY_WIDTH });
  const notes = [...new Set(countries.flatMap(({ limit }) => (limit ? [limit] : [])))];
  sheet.y = drawTexts(sheet, [`8. ${TEXTS.territory}`, ...TEXTS.validity], box, LABEL) + 5;
  const [framed, others] = [countries.filter(({ isEea }) => isEea), countries.filter(({ isEea }) => !isEea)];
  const frameTop = sheet.y;
  drawSigns(sheet, box, framed, notes);
  outline(sheet, { ...box, y: frameTop, height: sheet.y - frameTop }, FRAME);
  sheet.y += 5;
  drawSigns(sheet, box, others, notes);
  const crossed = countries.filter(({ isCovered }) => !isCovered).map(({ sign }) => sign);
  const texts = [
    ...notes.map((note, index) => `(${index + 1}) ${note}`),
    ...(crossed.length > 0 ? [TEXTS.crossedOut(crossed.join(', '))] : []),
  ];
  sheet.y = drawTexts(sheet, texts, { ...box, y: sheet.y + 4 }, LABEL) + PADDING;
  outline(sheet, { x: PAGE.left, y: top, width: BODY_WIDTH, height: sheet.y - top }, LINE);
}

function drawSigns(sheet: Sheet, { x, width }: Box, countries: readonly PrintedCountry[], notes: readonly string[]): void {
  const side = width / SIGNS_IN_ROW;
  countries.forEach(({ sign, isCovered, limit }, index) => {
    const cell = {
      x: x + (index % SIGNS_IN_ROW) * side,
      y: sheet.y + Math.floor(index / SIGNS_IN_ROW) * SIGN_HEIGHT,
      width: side,
      height: SIGN_HEIGHT,
    };
    outline(sheet, cell, LINE);
    const text = limit ? `${sign} (${notes.indexOf(limit) + 1})` : sign;
    const box = { x: cell.x + 4, y: cell.y + (SIGN_HEIGHT - calculateLineHeight(SIGN)) / 2, width: side - 8 };
    sheet.tagged(sheet.root, 'P', () => sheet.draw([text], box, SIGN));
    if (!isCovered) cross(sheet, cell);
  });
  sheet.y += Math.ceil(countries.length / SIGNS_IN_ROW) * SIGN_HEIGHT;
}

function cross(sheet: Sheet, { x, y, width, height }: Cell): void {
  const [right, bottom] = [x + width, y + height];
  const [falling, rising] = [
    [[x, y] as const, [right, bottom] as const],
    [[right, y] as const, [x, bottom] as const],
  ];
  sheet.decorate(() => {
    sheet.line(falling, BLACK, 1);
    sheet.line(rising, BLACK, 1);
  });
}

function drawParties(sheet: Sheet, { policyholder, issuer }: GreenCardDocument): void {
  drawFields(sheet, PARTY_HEIGHT, [
    { share: 1, label: `9. ${TEXTS.policyholder}`, contents: policyholder, style: TEXT },
    { share: 1, label: `10. ${TEXTS.insurer}`, contents: issuer, style: TEXT },
  ]);
  drawFields(sheet, SIGNATURE_HEIGHT, [{ share: 1, label: `11. ${TEXTS.signature}`, contents: [] }]);
}

function drawBack(sheet: Sheet, countries: readonly PrintedCountry[]): void {
  const count = Math.ceil(countries.length / NAMES_IN_ROW);
  const rows = Array.from({ length: count }, (_, index) =>
    Array.from({ length: NAMES_IN_ROW }, (_column, column) => countries[index + column * count]),
  );
  drawTable(sheet, {
    title: TEXTS.countries,
    rows,
    columns: Array.from({ length: NAMES_IN_ROW }, (_, column) => [
      { head: TEXTS.sign, width: 46, text: (cells: (typeof rows)[number]) => cells[column]?.sign ?? '' },
      { head: TEXTS.countryName, text: (cells: (typeof rows)[number]) => cells[column]?.title ?? '' },
    ]).flat(),
  });
}
