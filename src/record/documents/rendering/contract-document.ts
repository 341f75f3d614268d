import type { AgentDetails, ApplicationDocument, ApprovalTerms, InsuredObject, PersonDetails, PolicyDocument } from './documents.types.js';
import { drawFacts, factsHeight, firstRowHeight, type Fact } from './facts.js';
import { formatAmount, formatDate, formatDay, formatPercent, formatPeriod } from './formats.js';
import { drawParagraph, drawSection, SECTION_HEIGHT } from './headings.js';
import { drawLetterhead, drawPageFrames, type DocumentName } from './letterhead.js';
import { drawCovers, drawDiscounts, instalmentsTable, totalsTable } from './premium.js';
import { Sheet } from './sheet.js';
import { BODY_HEIGHT, BODY_WIDTH, COLORS, lineHeight, PAGE, STYLES } from './styles.js';
import { drawTable, tableHeight } from './table.js';
import { DECLARATION } from './texts.js';

const OBJECT_COLUMNS = 4;
const HEADING_GAP = 3;
const SIGNATURE_SPACE = 36;
const SIGNATURE_GAP = 40;
const SIGNATURE_HEIGHT = SIGNATURE_SPACE + lineHeight(STYLES.label) + 8;

export function drawPolicy(data: PolicyDocument): Promise<Uint8Array<ArrayBuffer>> {
  const identity = [
    { label: 'Αριθμός ασφαλιστηρίου', value: data.policyNo, strong: true },
    { label: 'Αριθμός αίτησης', value: data.applicationNo },
  ];
  const dated = { label: 'Ημερομηνία έκδοσης', value: formatDay(data.issuedAt) };
  return drawContract(data, { title: 'Ασφαλιστήριο', number: data.policyNo }, identity, dated);
}

export function drawApplication(data: ApplicationDocument): Promise<Uint8Array<ArrayBuffer>> {
  const identity = [
    { label: 'Αριθμός αίτησης', value: data.applicationNo, strong: true },
    { label: 'Κατάσταση', value: data.status },
    { label: 'Αριθμός ασφαλιστηρίου', value: data.policyNo },
  ];
  const dated = { label: 'Ημερομηνία αίτησης', value: formatDate(data.applicationDate) };
  return drawContract(data, { title: 'Αίτηση ασφάλισης', number: data.applicationNo }, identity, dated, true);
}

/** A person with name, tax number and address, as one fact. */
export function personFact(label: string, person: PersonDetails): Fact {
  return { label, value: [person.name, person.afm && `ΑΦΜ ${person.afm}`, person.address] };
}

export function agentFact(agent: AgentDetails | null | undefined): Fact {
  return { label: 'Συνεργάτης', value: agent && `${agent.code} – ${agent.name}` };
}

function drawContract(
  data: PolicyDocument | ApplicationDocument,
  name: DocumentName,
  identity: readonly Fact[],
  dated: Fact,
  isSigned = false,
): Promise<Uint8Array<ArrayBuffer>> {
  const sheet = new Sheet({ title: `${name.title} ${name.number}`, author: data.insurer.name, createdAt: data.issuedAt });
  drawLetterhead(sheet, data, name);
  drawFacts(
    sheet,
    [
      ...identity,
      { label: 'Κλάδος', value: data.line },
      dated,
      { label: 'Διάρκεια ασφάλισης', value: formatPeriod(data.period), strong: true },
      { label: 'Συχνότητα πληρωμής', value: data.paymentFrequency },
      agentFact(data.agent),
      ...(data.facts ?? []),
    ],
    4,
  );
  const parties = [personFact('Λήπτης της ασφάλισης', data.client), personFact('Ασφαλισμένος', data.insured)];
  drawSection(sheet, 'Συμβαλλόμενοι', firstRowHeight(sheet, parties, 2));
  drawFacts(sheet, parties, 2);
  drawObjects(sheet, data.objects, data.currency);
  drawCovers(sheet, 'Καλύψεις', data.covers, data.currency);
  drawDiscounts(sheet, data.discounts, data.currency);
  if (data.terms) drawTerms(sheet, data.terms, data.currency);
  drawPrice(sheet, data, isSigned);
  drawPageFrames(sheet, data, name);
  return sheet.toBytes();
}

/** What the insurance costs; with a signature, on the page that is signed. The instalments stand together. */
function drawPrice(sheet: Sheet, { totals, instalments, currency }: PolicyDocument | ApplicationDocument, isSigned: boolean): void {
  const sums = totals ? totalsTable('Ασφάλιστρα', totals, currency) : null;
  const dues = instalmentsTable(instalments, currency);
  const duesHeight = tableHeight(sheet, dues);
  const end = isSigned ? SECTION_HEIGHT + declarationHeight(sheet) : 0;
  if (isSigned) keep(sheet, (sums ? tableHeight(sheet, sums) : 0) + duesHeight + end);
  if (sums) drawTable(sheet, sums);
  keep(sheet, duesHeight + end);
  drawTable(sheet, dues);
  if (isSigned) drawSignature(sheet);
}

/** On one page, if any page holds it. */
function keep(sheet: Sheet, height: number): void {
  if (height <= BODY_HEIGHT) sheet.ensure(height);
}

function declarationHeight(sheet: Sheet): number {
  return sheet.wrap(DECLARATION, BODY_WIDTH, STYLES.body).length * lineHeight(STYLES.body) + SIGNATURE_HEIGHT;
}

/** Where the customer signs: the declaration, place and date, signature; all on one page. */
function drawSignature(sheet: Sheet): void {
  drawSection(sheet, 'Δήλωση και υπογραφή', declarationHeight(sheet));
  drawParagraph(sheet, DECLARATION);
  const width = (BODY_WIDTH - SIGNATURE_GAP) / 2;
  const y = sheet.y + SIGNATURE_SPACE;
  ['Τόπος και ημερομηνία', 'Υπογραφή του λήπτη της ασφάλισης'].forEach((label, column) => {
    const x = PAGE.left + column * (width + SIGNATURE_GAP);
    sheet.rule(y, { x, width, color: COLORS.muted });
    sheet.tagged(sheet.root, 'P', () => sheet.draw([label], { x, y: y + 2, width }, STYLES.label));
  });
  sheet.y = y + lineHeight(STYLES.label) + 4;
}

function drawObjects(sheet: Sheet, objects: readonly InsuredObject[], currency: string): void {
  const [first] = objects;
  if (first === undefined) return;
  const title = objects.length === 1 ? 'Ασφαλιζόμενο αντικείμενο' : 'Ασφαλιζόμενα αντικείμενα';
  drawSection(sheet, title, heightToKeep(sheet, first, currency));
  objects.forEach((object, index) => {
    const facts = objectFacts(object, currency);
    sheet.ensure(heightToKeep(sheet, object, currency));
    const lines = objectHeading(sheet, object, objects.length === 1 ? '' : `${index + 1}. `);
    sheet.tagged(sheet.root, 'H3', () => sheet.draw(lines, { x: PAGE.left, y: sheet.y, width: BODY_WIDTH }, STYLES.subsection));
    sheet.y += lines.length * lineHeight(STYLES.subsection) + HEADING_GAP;
    drawFacts(sheet, facts, OBJECT_COLUMNS);
    if (index < objects.length - 1) separate(sheet);
  });
}

function separate(sheet: Sheet): void {
  sheet.rule(sheet.y);
  sheet.y += 5;
}

function objectHeading(sheet: Sheet, object: InsuredObject, number: string): string[] {
  const text = [number + object.title, object.address].filter(Boolean).join(' – ');
  return sheet.wrapShort(text, BODY_WIDTH, STYLES.subsection, 6);
}

function objectFacts(object: InsuredObject, currency: string): Fact[] {
  const values = object.insuredValues.map(({ group, amount }) => ({
    label: `Ασφαλιζόμενη αξία: ${group}`,
    value: formatAmount(amount, currency),
    strong: true,
  }));
  return [...object.details, ...values];
}

/** What has to stand on one page: the whole object, unless it is long; then its heading with the first row. */
function heightToKeep(sheet: Sheet, object: InsuredObject, currency: string): number {
  const facts = objectFacts(object, currency);
  const heading = objectHeading(sheet, object, '00. ').length * lineHeight(STYLES.subsection) + HEADING_GAP;
  const whole = heading + factsHeight(sheet, facts, OBJECT_COLUMNS);
  return whole <= BODY_HEIGHT / 2 ? whole : heading + firstRowHeight(sheet, facts, OBJECT_COLUMNS);
}

function drawTerms(sheet: Sheet, terms: ApprovalTerms, currency: string): void {
  const facts: Fact[] = [
    { label: 'Επασφάλιστρο', value: terms.loadingPercent == null ? null : formatPercent(terms.loadingPercent) },
    { label: 'Απαλλαγή', value: terms.deductible == null ? null : formatAmount(terms.deductible, currency) },
  ];
  const excluded = (terms.excludedCovers ?? []).map(({ code, title }) => `${code} ${title}`).join(', ');
  const note = terms.note?.trim() ?? '';
  if (facts.every(({ value }) => value === null) && excluded === '' && note === '') return;
  drawSection(sheet, 'Όροι έγκρισης', 3 * lineHeight(STYLES.body));
  drawFacts(sheet, facts, 4);
  if (excluded !== '') drawParagraph(sheet, `Εξαιρούμενες καλύψεις: ${excluded}`);
  if (note !== '') drawParagraph(sheet, note);
}
