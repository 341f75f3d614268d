import { formatDate, formatPeriod } from '../../../../common/formats.js';
import { APPLICATION_TEXTS } from './application-texts.js';
import { drawContent, drawContractFacts } from './contract-document.js';
import { DOCUMENT_TEXTS } from './document-texts.js';
import type { ApplicationDocument, PrintedAnswers, PrintedCustomerAct } from './application-document.types.js';
import type { LabelValue } from './documents.types.js';
import { calculateFirstRowHeight, drawFacts } from './facts.js';
import { calculateParagraphHeight, drawItems, drawParagraph, drawSection } from './headings.js';
import { drawDocument } from './letterhead.js';
import { buildInstalmentsTable, buildTotalsTable } from './premium.js';
import type { Pdf, Sheet } from './sheet.js';
import { calculateSignatureHeight, drawSignature } from './signature.js';
import { BODY_WIDTH, calculateLineHeight, STYLES } from './styles.js';
import { calculateTableHeight, drawTable } from './table.js';

const ANSWER_COLUMNS = 3;
const MAX_ANSWER_LENGTH = 300;
const MAX_TITLE_LINES = 6;
const GROUP_SPACE = 4;

export function drawApplication(data: ApplicationDocument): Promise<Pdf> {
  const words = DOCUMENT_TEXTS[data.language];
  return drawDocument(data, { title: words.application, number: data.applicationNo }, (sheet) => {
    drawContractFacts(sheet, data, [
      { label: words.applicationNo, value: data.applicationNo, strong: true },
      { label: words.status, value: data.status },
      { label: words.policyNo, value: data.policyNo },
      { label: words.line, value: data.line },
      { label: words.applicationDate, value: formatDate(data.applicationDate) },
      { label: words.period, value: formatPeriod(data.period), strong: true },
    ]);
    drawContent(sheet, data);
    drawApproval(sheet, data);
    drawAnswers(sheet, data.answers ?? []);
    drawActs(sheet, data.acts ?? []);
    drawSignedPrice(sheet, data);
  });
}

function drawApproval(sheet: Sheet, { approvedOn, deviations = [], terms }: ApplicationDocument): void {
  const texts = APPLICATION_TEXTS[sheet.language];
  const day = approvedOn == null ? null : formatDate(approvedOn);
  const items = [...(day === null ? [] : [terms ? texts.approvedWithTerms(day) : texts.approvedOn(day)]), ...deviations];
  drawItems(sheet, texts.approval, items);
}

function drawAnswers(sheet: Sheet, groups: readonly PrintedAnswers[]): void {
  const [first] = groups;
  if (first === undefined) return;
  const texts = APPLICATION_TEXTS[sheet.language];
  drawSection(sheet, texts.answers, calculateParagraphHeight(sheet, texts.answersNotice) + calculateStartHeight(sheet, first));
  drawParagraph(sheet, texts.answersNotice);
  for (const group of groups) {
    sheet.ensure(calculateStartHeight(sheet, group));
    sheet.y += GROUP_SPACE;
    sheet.drawBlock('H3', wrapTitle(sheet, group), STYLES.subsection);
    sheet.y += GROUP_SPACE / 2;
    for (const part of divideAnswers(group.answers)) {
      if (isLong(part[0])) drawLongAnswer(sheet, part[0]);
      else drawFacts(sheet, part, ANSWER_COLUMNS);
    }
  }
}

function divideAnswers(answers: readonly LabelValue[]): LabelValue[][] {
  const parts: LabelValue[][] = [];
  for (const answer of answers) {
    const last = parts.at(-1);
    if (last === undefined || isLong(answer) || isLong(last[0])) parts.push([answer]);
    else last.push(answer);
  }
  return parts;
}

function isLong(answer: LabelValue | undefined): answer is LabelValue {
  const value = answer?.value ?? '';
  return value.length > MAX_ANSWER_LENGTH || value.includes('\n');
}

function drawLongAnswer(sheet: Sheet, { label, value }: LabelValue): void {
  sheet.ensure(calculateLineHeight(STYLES.label) + 2 * calculateLineHeight(STYLES.body));
  sheet.drawBlock('P', sheet.wrap(label, BODY_WIDTH, STYLES.label), STYLES.label);
  drawParagraph(sheet, value ?? '');
}

function calculateStartHeight(sheet: Sheet, group: PrintedAnswers): number {
  const heading = wrapTitle(sheet, group).length * calculateLineHeight(STYLES.subsection) + 2 * GROUP_SPACE;
  const [first = []] = divideAnswers(group.answers);
  return heading + (isLong(first[0]) ? 3 * calculateLineHeight(STYLES.body) : calculateFirstRowHeight(sheet, first, ANSWER_COLUMNS));
}

function wrapTitle(sheet: Sheet, { title }: PrintedAnswers): string[] {
  return sheet.wrapShort(title, BODY_WIDTH, STYLES.subsection, MAX_TITLE_LINES);
}

function drawActs(sheet: Sheet, acts: readonly PrintedCustomerAct[]): void {
  if (acts.length === 0) return;
  const texts = APPLICATION_TEXTS[sheet.language];
  drawSection(sheet, texts.acts, 6 * calculateLineHeight(STYLES.body));
  for (const { kind, at, channel, sentTo, reason, answers, sha256 } of acts) {
    const facts = [
      { label: texts.actKind, value: texts.kinds[kind], strong: true },
      { label: texts.actTime, value: at, strong: true },
      { label: texts.actChannel, value: texts.channels[channel] },
      { label: texts.codeSentTo, value: sentTo },
    ];
    drawFacts(sheet, facts, ANSWER_COLUMNS);
    if (reason !== null) drawLongAnswer(sheet, { label: texts.reason, value: reason });
    for (const { text, isGiven } of answers) drawParagraph(sheet, `•  ${isGiven ? texts.given : texts.notGiven} – ${text}`);
    drawParagraph(sheet, texts.shownHash(sha256));
  }
}

/** Uses one page. An acceptance by a one-time code is the signature. */
function drawSignedPrice(sheet: Sheet, { totals, instalments, acts = [] }: ApplicationDocument): void {
  const { words } = sheet;
  const signed = acts.find(({ isSignature }) => isSignature);
  const sums = totals ? buildTotalsTable(sheet, words.premium, totals) : null;
  const dues = buildInstalmentsTable(sheet, instalments);
  const duesHeight = calculateTableHeight(sheet, dues);
  const end = calculateSignatureHeight(sheet, words.declaration);
  sheet.keep((sums ? calculateTableHeight(sheet, sums) : 0) + duesHeight + end);
  if (sums) drawTable(sheet, sums);
  sheet.keep(duesHeight + end);
  drawTable(sheet, dues);
  if (signed === undefined) {
    const labels = [words.placeAndDate, words.signatureOfClient];
    drawSignature(sheet, { title: words.signature, declaration: words.declaration, labels });
    return;
  }
  drawSection(sheet, words.signature, calculateParagraphHeight(sheet, words.declaration) + 2 * calculateLineHeight(STYLES.strong));
  drawParagraph(sheet, words.declaration);
  drawParagraph(sheet, APPLICATION_TEXTS[sheet.language].signedOn(signed.at), STYLES.strong);
}
