import type {
  AgentDetails,
  ApplicationDocument,
  PrintedApprovalTerms,
  InsuredObject,
  PersonDetails,
  PolicyDocument,
} from './documents.types.js';
import { drawFacts, factsHeight, firstRowHeight, type Fact } from './facts.js';
import { formatAmount, formatDate, formatDay, formatPercent, formatPeriod } from './formats.js';
import type { DocumentTexts } from './greek-texts.js';
import { drawParagraph, drawSection } from './headings.js';
import { drawForms, drawLegalTexts } from './legal-texts.js';
import { drawLetterhead, drawPageFrames, sheetOf, type DocumentName } from './letterhead.js';
import { drawCovers, drawDiscounts, instalmentsTable, totalsTable } from './premium.js';
import type { Sheet } from './sheet.js';
import { drawSignature, signatureHeight } from './signature.js';
import { BODY_HEIGHT, BODY_WIDTH, lineHeight, PAGE, STYLES } from './styles.js';
import { drawTable, tableHeight } from './table.js';
import { textsIn } from './texts.js';

const OBJECT_COLUMNS = 4;
const HEADING_GAP = 3;

export function drawPolicy(data: PolicyDocument): Promise<Uint8Array<ArrayBuffer>> {
  const words = textsIn(data.language);
  const identity = [
    { label: words.policyNo, value: data.policyNo, strong: true },
    { label: words.applicationNo, value: data.applicationNo },
  ];
  const dated = [
    { label: words.issueDate, value: formatDay(data.issuedAt) },
    { label: words.coverStart, value: formatHour(words, data.hours.start), strong: true },
    { label: words.coverEnd, value: formatHour(words, data.hours.end), strong: true },
  ];
  const name = { title: words.policy, number: data.policyNo };
  const sheet = beginContract(data, name, [...identity, { label: words.line, value: data.line }, ...dated]);
  drawParagraph(sheet, words.rightsNotice, STYLES.strong);
  drawContent(sheet, data);
  drawPrice(sheet, data, false);
  drawLegalTexts(sheet, data.legal);
  drawForms(sheet, data.legal);
  return finish(sheet, data, name);
}

export function drawApplication(data: ApplicationDocument): Promise<Uint8Array<ArrayBuffer>> {
  const words = textsIn(data.language);
  const identity = [
    { label: words.applicationNo, value: data.applicationNo, strong: true },
    { label: words.status, value: data.status },
    { label: words.policyNo, value: data.policyNo },
  ];
  const dated = [
    { label: words.applicationDate, value: formatDate(data.applicationDate) },
    { label: words.period, value: formatPeriod(data.period), strong: true },
  ];
  const name = { title: words.application, number: data.applicationNo };
  const sheet = beginContract(data, name, [...identity, { label: words.line, value: data.line }, ...dated]);
  drawContent(sheet, data);
  drawPrice(sheet, data, true);
  return finish(sheet, data, name);
}

/** A person with name, tax number and address, as one fact. */
export function personFact(words: DocumentTexts, label: string, person: PersonDetails): Fact {
  return { label, value: [person.name, person.afm && words.taxNumber(person.afm), person.address] };
}

export function agentFact(words: DocumentTexts, agent: AgentDetails | null | undefined): Fact {
  return { label: words.agent, value: agent && `${agent.code} – ${agent.name}` };
}

/** The sheet with its letterhead and the facts of the contract as a whole. */
function beginContract(data: PolicyDocument | ApplicationDocument, name: DocumentName, identity: readonly Fact[]): Sheet {
  const sheet = sheetOf(data, name);
  const { words } = sheet;
  drawLetterhead(sheet, data, name);
  drawFacts(
    sheet,
    [...identity, { label: words.paymentFrequency, value: data.paymentFrequency }, agentFact(words, data.agent), ...(data.facts ?? [])],
    4,
  );
  return sheet;
}

/** Who is insured, what, and for what. */
function drawContent(sheet: Sheet, data: PolicyDocument | ApplicationDocument): void {
  const { words } = sheet;
  const parties = [personFact(words, words.client, data.client), personFact(words, words.insured, data.insured)];
  drawSection(sheet, words.parties, firstRowHeight(sheet, parties, 2));
  drawFacts(sheet, parties, 2);
  drawObjects(sheet, data.objects, data.currency);
  drawCovers(sheet, words.covers, data.covers, data.currency);
  drawDiscounts(sheet, data.discounts, data.currency);
  if (data.terms) drawTerms(sheet, data.terms, data.currency);
}

function finish(sheet: Sheet, data: PolicyDocument | ApplicationDocument, name: DocumentName): Promise<Uint8Array<ArrayBuffer>> {
  drawPageFrames(sheet, data, name);
  return sheet.toBytes();
}

function formatHour(words: DocumentTexts, dateTime: string): string {
  return words.atHour(formatDate(dateTime.slice(0, 10)), dateTime.slice(11));
}

/** What the insurance costs, with its instalments on one page; with a signature, on the page that is signed. */
function drawPrice(sheet: Sheet, { totals, instalments, currency }: PolicyDocument | ApplicationDocument, isSigned: boolean): void {
  const sums = totals ? totalsTable(sheet, sheet.words.premium, totals, currency) : null;
  const dues = instalmentsTable(sheet, instalments, currency);
  const duesHeight = tableHeight(sheet, dues);
  const { words } = sheet;
  const signature = { title: words.signature, declaration: words.declaration, labels: [words.placeAndDate, words.signatureOfClient] };
  const end = isSigned ? signatureHeight(sheet, signature.declaration) : 0;
  sheet.keep((sums ? tableHeight(sheet, sums) : 0) + duesHeight + end);
  if (sums) drawTable(sheet, sums);
  sheet.keep(duesHeight + end);
  drawTable(sheet, dues);
  if (isSigned) drawSignature(sheet, signature);
}

function drawObjects(sheet: Sheet, objects: readonly InsuredObject[], currency: string): void {
  const [first] = objects;
  if (first === undefined) return;
  const title = objects.length === 1 ? sheet.words.oneObject : sheet.words.objects;
  drawSection(sheet, title, heightToKeep(sheet, first, currency));
  objects.forEach((object, index) => {
    const facts = objectFacts(sheet, object, currency);
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

function objectFacts({ words, language }: Sheet, object: InsuredObject, currency: string): Fact[] {
  const values = object.insuredValues.map(({ group, amount }) => ({
    label: words.insuredValue(group),
    value: formatAmount(amount, currency, language),
    strong: true,
  }));
  return [...object.details, ...values];
}

/** What has to stand on one page: the whole object, unless it is long; then its heading with the first row. */
function heightToKeep(sheet: Sheet, object: InsuredObject, currency: string): number {
  const facts = objectFacts(sheet, object, currency);
  const heading = objectHeading(sheet, object, '00. ').length * lineHeight(STYLES.subsection) + HEADING_GAP;
  const whole = heading + factsHeight(sheet, facts, OBJECT_COLUMNS);
  return whole <= BODY_HEIGHT / 2 ? whole : heading + firstRowHeight(sheet, facts, OBJECT_COLUMNS);
}

function drawTerms(sheet: Sheet, terms: PrintedApprovalTerms, currency: string): void {
  const { words, language } = sheet;
  const facts: Fact[] = [
    { label: words.loading, value: terms.loadingPercent == null ? null : formatPercent(terms.loadingPercent, language) },
    { label: words.deductible, value: terms.deductible == null ? null : formatAmount(terms.deductible, currency, language) },
  ];
  const excluded = (terms.excludedCovers ?? []).map(({ code, title }) => `${code} ${title}`).join(', ');
  const note = terms.note?.trim() ?? '';
  if (facts.every(({ value }) => value === null) && excluded === '' && note === '') return;
  drawSection(sheet, words.terms, 3 * lineHeight(STYLES.body));
  drawFacts(sheet, facts, 4);
  if (excluded !== '') drawParagraph(sheet, words.excludedCovers(excluded));
  if (note !== '') drawParagraph(sheet, note);
}
