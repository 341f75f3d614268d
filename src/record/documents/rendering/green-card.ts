import type { GreenCardDocument, PrintedCountry } from './documents.types.js';
import { GREEN_CARD_TEXTS as TEXTS } from './green-card-texts.js';
import { Sheet, type Box } from './sheet.js';
import { BODY_WIDTH, lineHeight, PAGE, type Style } from './styles.js';
import { drawTable } from './table.js';
import { SANDBOX_MARK } from './texts.js';

/** Black on white: whoever prints the card needs no colour (documents.21). */
const BLACK = '#000000';
const LABEL: Style = { font: 'regular', size: 6.5, color: BLACK };
const TEXT: Style = { font: 'regular', size: 8, color: BLACK };
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
/** Room of the boxes whose contents differ in length. */
const PARTY_HEIGHT = 84;
const SIGNATURE_HEIGHT = 58;

interface Cell extends Box {
  readonly height: number;
}

/** The international motor insurance card: the boxes of its form on the first page, the countries by name on the back. */
export function drawGreenCard(data: GreenCardDocument): Promise<Uint8Array<ArrayBuffer>> {
  const sheet = new Sheet({ title: `${TEXTS.title} ${data.policyNo}`, author: data.insurer.name, createdAt: data.issuedAt });
  drawMark(sheet, data);
  drawHead(sheet);
  drawNumbers(sheet, data);
  drawVehicle(sheet, data);
  drawTerritory(sheet, data.countries);
  drawParties(sheet, data);
  paragraphs(sheet, [TEXTS.categories], { x: PAGE.left, y: sheet.y + 5, width: BODY_WIDTH }, LABEL);
  sheet.turnPage();
  sheet.y = PAGE.top;
  drawMark(sheet, data);
  drawBack(sheet, data.countries);
  return sheet.toBytes();
}

function drawMark(sheet: Sheet, { sandbox }: GreenCardDocument): void {
  if (!sandbox) return;
  sheet.tagged(sheet.root, 'P', () => sheet.draw([SANDBOX_MARK], { x: PAGE.left, y: sheet.y, width: BODY_WIDTH }, MARK));
  sheet.y += lineHeight(MARK) + 4;
}

/** Boxes side by side over the whole width, by their shares of it. */
function row(sheet: Sheet, height: number, shares: readonly number[]): Cell[] {
  const { y } = sheet;
  const total = shares.reduce((sum, share) => sum + share, 0);
  let x: number = PAGE.left;
  const cells = shares.map((share) => {
    const cell = { x, y, width: (BODY_WIDTH * share) / total, height };
    x += cell.width;
    return cell;
  });
  cells.forEach((cell) => outline(sheet, cell, LINE));
  sheet.y += height;
  return cells;
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

/** The number of the box and what it is for, and below it the contents. */
function fill(sheet: Sheet, cell: Cell, label: string, contents: readonly string[], style: Style = VALUE): void {
  const box = { x: cell.x + PADDING, y: cell.y + PADDING - 1, width: cell.width - 2 * PADDING };
  const y = paragraphs(sheet, [label], box, LABEL) + 2;
  paragraphs(sheet, contents, { ...box, y }, style);
}

/** Each text on lines of its own; returns where they end. */
function paragraphs(sheet: Sheet, texts: readonly string[], box: Box, style: Style, most = 6): number {
  let { y } = box;
  for (const text of texts) {
    const lines = sheet.wrapShort(text, box.width, style, most);
    const at = y;
    sheet.tagged(sheet.root, 'P', () => sheet.draw(lines, { ...box, y: at }, style));
    y += lines.length * lineHeight(style);
  }
  return y;
}

function drawHead(sheet: Sheet): void {
  const [title, authority] = row(sheet, 58, [3, 2]) as [Cell, Cell];
  const box = { x: title.x + PADDING, y: title.y + PADDING, width: title.width - 2 * PADDING };
  const [first, ...others] = TEXTS.titles;
  sheet.tagged(sheet.root, 'H1', () => sheet.draw([`1. ${first}`, ...others], box, TITLE));
  fill(sheet, authority, `2. ${TEXTS.authority}`, TEXTS.bureau, { ...TEXT, font: 'bold' });
}

function drawNumbers(sheet: Sheet, { period, insurerCode, policyNo }: GreenCardDocument): void {
  const [valid, number] = row(sheet, 78, [3, 2]) as [Cell, Cell];
  const box = { x: valid.x + PADDING, y: valid.y + PADDING - 1, width: valid.width - 2 * PADDING };
  const y = paragraphs(sheet, [`3. ${TEXTS.valid}`], box, LABEL) + 2;
  const half = box.width / 2;
  const dates = [
    { title: TEXTS.from, date: period.start },
    { title: TEXTS.to, date: period.end },
  ];
  dates.forEach(({ title, date }, index) => {
    const x = box.x + index * half;
    paragraphs(sheet, [title], { x, y, width: half }, TEXT);
    const [year = '', month = '', day = ''] = date.split('-');
    [day, month, year].forEach((text, part) => {
      const column = { x: x + (part * half) / 3, y: y + lineHeight(TEXT) + 1, width: half / 3 };
      paragraphs(sheet, [text], column, VALUE);
      paragraphs(sheet, [TEXTS.dateParts[part] ?? ''], { ...column, y: column.y + lineHeight(VALUE) }, LABEL);
    });
  });
  paragraphs(sheet, [TEXTS.inclusive], { ...box, y: valid.y + valid.height - PADDING - lineHeight(LABEL) + 2 }, LABEL);
  fill(sheet, number, `4. ${TEXTS.number}`, [`${TEXTS.country} / ${insurerCode} / ${policyNo}`]);
}

function drawVehicle(sheet: Sheet, { plateNo, chassisNo, category, make }: GreenCardDocument): void {
  const [registration, kind, maker] = row(sheet, 50, [5, 3, 5]) as [Cell, Cell, Cell];
  fill(sheet, registration, `5. ${TEXTS.registration}`, [plateNo ?? chassisNo ?? '']);
  fill(sheet, kind, `6. ${TEXTS.category}`, [category]);
  fill(sheet, maker, `7. ${TEXTS.make}`, [make]);
}

/** The countries of the frame together, each other one in a box of its own; what is not covered is crossed out. */
function drawTerritory(sheet: Sheet, countries: readonly PrintedCountry[]): void {
  const top = sheet.y;
  const box = { x: PAGE.left + PADDING, y: top + PADDING - 1, width: BODY_WIDTH - 2 * PADDING };
  const notes = [...new Set(countries.flatMap(({ limit }) => (limit ? [limit] : [])))];
  sheet.y = paragraphs(sheet, [`8. ${TEXTS.territory}`, ...TEXTS.validity], box, LABEL) + 5;
  const framed = countries.filter(({ isEea }) => isEea);
  drawSigns(sheet, box, framed, notes);
  const frame = { x: box.x, y: sheet.y - Math.ceil(framed.length / SIGNS_IN_ROW) * SIGN_HEIGHT, width: box.width, height: 0 };
  outline(sheet, { ...frame, height: sheet.y - frame.y }, FRAME);
  sheet.y += 5;
  drawSigns(
    sheet,
    box,
    countries.filter(({ isEea }) => !isEea),
    notes,
  );
  const crossed = countries.filter(({ isCovered }) => !isCovered).map(({ sign }) => sign);
  const texts = [
    ...notes.map((note, index) => `(${index + 1}) ${note}`),
    ...(crossed.length > 0 ? [TEXTS.crossedOut(crossed.join(', '))] : []),
  ];
  sheet.y = paragraphs(sheet, texts, { ...box, y: sheet.y + 4 }, LABEL) + PADDING;
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
    const box = { x: cell.x + 4, y: cell.y + (SIGN_HEIGHT - lineHeight(SIGN)) / 2, width: side - 8 };
    sheet.tagged(sheet.root, 'P', () => sheet.draw([text], box, SIGN));
    if (!isCovered) cross(sheet, cell);
  });
  sheet.y += Math.ceil(countries.length / SIGNS_IN_ROW) * SIGN_HEIGHT;
}

function cross(sheet: Sheet, { x, y, width, height }: Cell): void {
  sheet.decorate(() => {
    const [right, bottom] = [x + width, y + height];
    const diagonals = [
      [
        [x, y],
        [right, bottom],
      ],
      [
        [right, y],
        [x, bottom],
      ],
    ] as const;
    for (const diagonal of diagonals) sheet.line(diagonal, BLACK, 1);
  });
}

function drawParties(sheet: Sheet, { policyholder, issuer }: GreenCardDocument): void {
  const [client, insurer] = row(sheet, PARTY_HEIGHT, [1, 1]) as [Cell, Cell];
  const style = { ...TEXT, size: 8.5 };
  fill(sheet, client, `9. ${TEXTS.policyholder}`, policyholder, style);
  fill(sheet, insurer, `10. ${TEXTS.insurer}`, issuer, style);
  const [signature] = row(sheet, SIGNATURE_HEIGHT, [1]) as [Cell];
  fill(sheet, signature, `11. ${TEXTS.signature}`, []);
}

/** Every country by its sign and names. */
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
