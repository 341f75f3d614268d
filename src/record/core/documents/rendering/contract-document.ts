import { DOCUMENT_TEXTS, type DocumentTexts } from './document-texts.js';
import type { ApplicationDocument } from './application-document.types.js';
import type {
  AgentDetails,
  ConsolidatedDocument,
  InsurerDetails,
  InsuredObject,
  PersonDetails,
  PolicyDocument,
  PrintedApprovalTerms,
  PrintedExclusions,
} from './documents.types.js';
import { drawFacts, drawFactSection, calculateFactsHeight, calculateFirstRowHeight, type Fact } from './facts.js';
import { formatDate, formatDay, formatPercent, formatPeriod } from '../../../../common/formats.js';
import { drawItems, drawParagraph, drawSection } from './headings.js';
import { drawForms, drawLegalTexts } from './legal-texts.js';
import { drawDocument } from './letterhead.js';
import { drawCovers, drawDiscounts, buildInstalmentsTable, buildTotalsTable } from './premium.js';
import type { Pdf, Sheet } from './sheet.js';
import { BODY_HEIGHT, BODY_WIDTH, calculateLineHeight, STYLES } from './styles.js';
import { drawTable, calculateTableHeight } from './table.js';

const OBJECT_COLUMNS = 4;
const HEADING_GAP = 3;
const ACT_DATE_WIDTH = 84;

type Contract = PolicyDocument | ApplicationDocument | ConsolidatedDocument;

export function drawPolicy(data: PolicyDocument): Promise<Pdf> {
  const words = DOCUMENT_TEXTS[data.language];
  return drawDocument(data, { title: words.policy, number: data.policyNo }, (sheet) => {
    drawContractFacts(sheet, data, [
      { label: words.policyNo, value: data.policyNo, strong: true },
      { label: words.applicationNo, value: data.applicationNo },
      { label: words.line, value: data.line },
      { label: words.issueDate, value: formatDay(data.issuedAt) },
      { label: words.coverStart, value: formatHour(words, data.hours.start), strong: true },
      { label: words.coverEnd, value: formatHour(words, data.hours.end), strong: true },
      { label: words.coveredUntil, value: data.hours.paidEnd && formatHour(words, data.hours.paidEnd), strong: true },
      { label: words.paidTo, value: data.hours.paidTo && formatDate(data.hours.paidTo), strong: true },
    ]);
    drawParagraph(sheet, words.rightsNotice, STYLES.strong);
    drawContent(sheet, data);
    drawPrice(sheet, data);
    drawExclusions(sheet, data.exclusions ?? []);
    drawInsurer(sheet, data.insurer);
    drawLegalTexts(sheet, data.legal);
    drawForms(sheet, data.legal);
  });
}

export function drawConsolidated(data: ConsolidatedDocument): Promise<Pdf> {
  const words = DOCUMENT_TEXTS[data.language];
  const day = formatDate(data.on);
  return drawDocument(data, { title: words.contractOn(day), number: data.policyNo }, (sheet) => {
    drawContractFacts(sheet, data, [
      { label: words.policyNo, value: data.policyNo, strong: true },
      { label: words.onDay, value: day, strong: true },
      { label: words.stretch, value: formatPeriod(data.stretch) },
      { label: words.knownAt, value: data.asOf && formatHour(words, data.asOf) },
      { label: words.line, value: data.line },
      { label: words.period, value: formatPeriod(data.period) },
      { label: words.coveredUntil, value: data.paidUntil && formatDate(data.paidUntil) },
      { label: words.printedOn, value: formatDay(data.issuedAt) },
    ]);
    const acts = data.acts.map(({ no }) => no).join(', ');
    drawParagraph(sheet, acts === '' ? words.contractUnamended : words.contractIncludes(acts), STYLES.strong);
    drawParagraph(sheet, words.contractNotice);
    drawTable(sheet, {
      title: words.acts,
      rows: data.acts,
      columns: [
        { head: words.ordinal, width: 26, text: ({ no }) => String(no) },
        { head: words.actKind, text: ({ kind }) => kind },
        { head: words.actEffective, width: ACT_DATE_WIDTH, text: ({ effectiveOn }) => formatDate(effectiveOn) },
        { head: words.issueDate, width: ACT_DATE_WIDTH, text: ({ issuedOn }) => formatDate(issuedOn) },
      ],
    });
    drawContent(sheet, data);
    const sums = buildTotalsTable(sheet, words.yearlyPremium, data.totals);
    sheet.keep(calculateTableHeight(sheet, sums));
    drawTable(sheet, sums);
    const dues = { ...buildInstalmentsTable(sheet, data.instalments), title: words.instalmentsNow };
    sheet.keep(calculateTableHeight(sheet, dues));
    drawTable(sheet, dues);
  });
}

export function drawInsurer(sheet: Sheet, { gemi, seat, registration, applicableLaw }: InsurerDetails): void {
  const { words } = sheet;
  const facts = [
    { label: words.gemi, value: gemi },
    { label: words.seat, value: seat },
    { label: words.registration, value: registration },
    { label: words.applicableLaw, value: applicableLaw },
  ];
  if (facts.some(({ value }) => value !== undefined)) drawFactSection(sheet, words.insurer, facts, 2);
}

export function drawExclusions(sheet: Sheet, exclusions: readonly PrintedExclusions[]): void {
  for (const { title, items } of exclusions) drawItems(sheet, sheet.words.exclusions(title), items);
}

export function buildPersonFact(words: DocumentTexts, label: string, person: PersonDetails): Fact {
  return { label, value: [person.name, person.afm && words.taxNumber(person.afm), person.address] };
}

export function buildAgentFact(words: DocumentTexts, agent: AgentDetails | null | undefined): Fact {
  const name = agent && `${agent.code} – ${agent.name}`;
  return { label: words.agent, value: agent?.licenceNo ? [name, words.licenceNo(agent.licenceNo)] : name };
}

export function drawContractFacts(sheet: Sheet, data: Contract, identity: readonly Fact[]): void {
  const frequency = { label: sheet.words.paymentFrequency, value: data.paymentFrequency };
  drawFacts(sheet, [...identity, frequency, buildAgentFact(sheet.words, data.agent), ...(data.facts ?? [])], 4);
}

export function drawContent(sheet: Sheet, data: Contract): void {
  const { words } = sheet;
  const parties = [buildPersonFact(words, words.client, data.client), buildPersonFact(words, words.insured, data.insured)];
  drawFactSection(sheet, words.parties, parties, 2);
  drawObjects(sheet, data.objects);
  drawCovers(sheet, words.covers, data.covers);
  drawDiscounts(sheet, data.discounts);
  if (data.terms) drawTerms(sheet, data.terms);
}

function formatHour(words: DocumentTexts, dateTime: string): string {
  return words.atHour(formatDate(dateTime.slice(0, 10)), dateTime.slice(11));
}

function drawPrice(sheet: Sheet, { totals, instalments }: PolicyDocument): void {
  const sums = buildTotalsTable(sheet, sheet.words.premium, totals);
  const dues = buildInstalmentsTable(sheet, instalments);
  sheet.keep(calculateTableHeight(sheet, sums) + calculateTableHeight(sheet, dues));
  drawTable(sheet, sums);
  drawTable(sheet, dues);
}

export function drawObjects(sheet: Sheet, objects: readonly InsuredObject[]): void {
  const [first] = objects;
  if (first === undefined) return;
  const title = objects.length === 1 ? sheet.words.oneObject : sheet.words.objects;
  drawSection(sheet, title, calculateHeightToKeep(sheet, first));
  objects.forEach((object, index) => {
    if (index > 0) {
      sheet.rule(sheet.y);
      sheet.y += 5;
    }
    sheet.ensure(calculateHeightToKeep(sheet, object));
    sheet.drawBlock('H3', objectHeading(sheet, object, objects.length === 1 ? '' : `${index + 1}. `), STYLES.subsection);
    sheet.y += HEADING_GAP;
    drawFacts(sheet, listObjectFacts(sheet, object), OBJECT_COLUMNS);
  });
}

function objectHeading(sheet: Sheet, object: InsuredObject, number: string): string[] {
  const text = [number + object.title, object.address].filter(Boolean).join(' – ');
  return sheet.wrapShort(text, BODY_WIDTH, STYLES.subsection, 6);
}

function listObjectFacts(sheet: Sheet, { details, insuredValues }: InsuredObject): Fact[] {
  const values = insuredValues.map(({ group, amount }) => ({
    label: sheet.words.insuredValue(group),
    value: sheet.money(amount),
    strong: true,
  }));
  return [...details, ...values];
}

function calculateHeightToKeep(sheet: Sheet, object: InsuredObject): number {
  const facts = listObjectFacts(sheet, object);
  const heading = objectHeading(sheet, object, '00. ').length * calculateLineHeight(STYLES.subsection) + HEADING_GAP;
  const whole = heading + calculateFactsHeight(sheet, facts, OBJECT_COLUMNS);
  return whole <= BODY_HEIGHT / 2 ? whole : heading + calculateFirstRowHeight(sheet, facts, OBJECT_COLUMNS);
}

export function drawTerms(sheet: Sheet, { loadingPercent, deductible, excludedCovers = [], note }: PrintedApprovalTerms): void {
  const { words, language } = sheet;
  const facts: Fact[] = [
    { label: words.loading, value: loadingPercent == null ? null : formatPercent(loadingPercent, language) },
    { label: words.deductible, value: deductible == null ? null : sheet.money(deductible) },
  ];
  const excluded = excludedCovers.map(({ code, title }) => `${code} ${title}`).join(', ');
  const text = note?.trim() ?? '';
  if (facts.every(({ value }) => value === null) && excluded === '' && text === '') return;
  drawSection(sheet, words.terms, 3 * calculateLineHeight(STYLES.body));
  drawFacts(sheet, facts, 4);
  if (excluded !== '') drawParagraph(sheet, words.excludedCovers(excluded));
  if (text !== '') drawParagraph(sheet, text);
}
