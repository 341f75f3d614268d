import { agentFact, personFact } from './contract-document.js';
import type { GreenCardDocument } from './documents.types.js';
import { drawFacts } from './facts.js';
import { formatDate, formatDay } from './formats.js';
import { GREEN_CARD_COUNTRIES, GREEN_CARD_NOTES } from './green-card-texts.js';
import { drawParagraph, drawSection } from './headings.js';
import { drawLetterhead, drawPageFrames, sheetOf } from './letterhead.js';
import type { Sheet } from './sheet.js';
import { BODY_WIDTH, COLORS, lineHeight, PAGE, STYLES, type Style } from './styles.js';
import { drawTable } from './table.js';

const PANEL_HEIGHT = 92;
const PANEL_PADDING = 16;
const GREEN = '#e3f2e1';
const GREEN_EDGE = '#3d8b37';
const COUNTRY_COLUMNS = 4;

export function drawGreenCard(data: GreenCardDocument): Promise<Uint8Array<ArrayBuffer>> {
  const name = { title: 'Πράσινη κάρτα · Green Card · Carte Verte', number: data.policyNo };
  const sheet = sheetOf(data, name);
  drawLetterhead(sheet, data, name);
  drawPanel(sheet, data);
  drawSection(sheet, 'Διεθνές πιστοποιητικό ασφάλισης · International motor insurance card', 80);
  drawFacts(
    sheet,
    [
      { label: 'Κωδικός χώρας / Αριθμός ασφαλιστηρίου', value: `GR / ${data.policyNo}`, strong: true },
      { label: 'Όχημα / Make of vehicle', value: data.vehicle },
      { label: 'Κατηγορία οχήματος / Category of vehicle', value: data.category },
      { label: 'Ημερομηνία έκδοσης / Date of issue', value: formatDay(data.issuedAt) },
      personFact(sheet.words, 'Ασφαλισμένος / Policyholder (or user)', data.insured),
      agentFact(sheet.words, data.agent),
    ],
    2,
  );
  drawCountries(sheet);
  drawSection(sheet, 'Χρήση της κάρτας · Use of the card', 3 * lineHeight(STYLES.body));
  for (const note of GREEN_CARD_NOTES) drawParagraph(sheet, note);
  drawPageFrames(sheet, data, name);
  return sheet.toBytes();
}

/** What is looked for at a border: the plate, and from when to when. */
function drawPanel(sheet: Sheet, { plateNo, period }: GreenCardDocument): void {
  const top = sheet.y;
  sheet.decorate(() => {
    sheet.fill([{ x: PAGE.left, y: top, width: BODY_WIDTH, height: PANEL_HEIGHT }], GREEN);
    sheet.fill([{ x: PAGE.left, y: top, width: 3, height: PANEL_HEIGHT }], GREEN_EDGE);
  });
  const width = (BODY_WIDTH - 3 * PANEL_PADDING) / 2;
  const item = (column: number, y: number, label: string, value: string, style: Style): void => {
    const x = PAGE.left + PANEL_PADDING + column * (width + PANEL_PADDING);
    sheet.tagged(sheet.root, 'P', () => {
      sheet.draw([label], { x, y, width }, { ...STYLES.label, color: COLORS.ink });
      sheet.draw(sheet.wrapShort(value, width, style), { x, y: y + lineHeight(STYLES.label), width }, style);
    });
  };
  const y = top + PANEL_PADDING - 2;
  item(0, y, 'Αριθμός κυκλοφορίας / Registration No', plateNo, STYLES.amount);
  item(1, y, 'Ισχύει από / Valid from', formatDate(period.start), STYLES.code);
  item(1, y + 36, 'Έως και / To, both dates inclusive', formatDate(period.end), STYLES.code);
  sheet.y = top + PANEL_HEIGHT + 4;
}

function drawCountries(sheet: Sheet): void {
  const rows: (readonly string[])[] = [];
  for (let start = 0; start < GREEN_CARD_COUNTRIES.length; start += COUNTRY_COLUMNS)
    rows.push(GREEN_CARD_COUNTRIES.slice(start, start + COUNTRY_COLUMNS));
  drawTable(sheet, {
    title: 'Εδαφική ισχύς · Territorial validity',
    rows,
    columns: Array.from({ length: COUNTRY_COLUMNS }, (_, column) => ({
      head: 'Χώρα / Country',
      text: (row: readonly string[]) => row[column] ?? '',
    })),
  });
}
