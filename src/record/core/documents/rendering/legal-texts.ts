import { DOCUMENT_TEXTS } from './document-texts.js';
import type { LegalTextsDocument, PrintedLegalTexts, PrintedRight } from './documents.types.js';
import { drawFacts, calculateFactsHeight, type Fact } from './facts.js';
import { drawParagraph, drawSection, calculateParagraphHeight, SECTION_HEIGHT } from './headings.js';
import { INFORMATION_TEXTS } from './information-texts.js';
import { drawDocument } from './letterhead.js';
import type { Pdf, Sheet } from './sheet.js';
import { drawBlanks } from './signature.js';
import { STYLES } from './styles.js';

const COLUMNS = 4;
const FORM_SPACE = 26;

export function drawLegalPreview(data: LegalTextsDocument): Promise<Pdf> {
  const words = DOCUMENT_TEXTS[data.language];
  const draw = (sheet: Sheet): void => {
    drawParagraph(sheet, words.previewNotice, STYLES.strong);
    drawLegalTexts(sheet, data.legal);
    drawForms(sheet, data.legal);
    sheet.turnPage();
    drawPart(sheet, INFORMATION_TEXTS[data.language].privacy, data.privacyNotice);
  };
  return drawDocument(data, { title: words.legalTexts, number: words.preview }, draw, words.preview);
}

export function drawLegalTexts(sheet: Sheet, legal: PrintedLegalTexts, conditionsApply = sheet.words.conditionsApply): void {
  const { words } = sheet;
  const { generalConditions: conditions, claims, complaints } = legal;
  if (conditions) drawConditions(sheet, conditionsApply, conditions);
  drawPart(sheet, words.objectionRight, legal.objection.text);
  drawPart(sheet, words.withdrawalRight, legal.withdrawal.text);
  if (claims) {
    drawPart(sheet, words.claims, claims.text, [
      { label: words.phone, value: claims.phone, strong: true },
      { label: words.friendlySettlementPhone, value: claims.friendlySettlementPhone, strong: true },
      { label: words.hours, value: claims.hours },
      { label: words.address, value: claims.address },
      { label: words.email, value: claims.email },
    ]);
  }
  const complaintFacts = [
    { label: words.department, value: complaints.department, strong: true },
    { label: words.phone, value: complaints.phone },
    { label: words.address, value: complaints.address },
    { label: words.email, value: complaints.email },
  ];
  const outOfCourt = `${legal.outOfCourt}\n${words.textsVersion(legal.version)}`;
  // The last part is short: it would have a page to itself.
  sheet.keep(calculatePartHeight(sheet, complaints.text, complaintFacts) + calculatePartHeight(sheet, outOfCourt));
  drawPart(sheet, words.complaints, complaints.text, complaintFacts);
  drawPart(sheet, words.outOfCourt, outOfCourt);
}

export function drawConditions(sheet: Sheet, text: string, conditions: NonNullable<PrintedLegalTexts['generalConditions']>): void {
  const { words } = sheet;
  const facts = [
    { label: words.conditionsTitle, value: conditions.title, strong: true },
    { label: words.conditionsReference, value: conditions.reference, strong: true },
    { label: words.conditionsVersion, value: conditions.version, strong: true },
    { label: words.conditionsUrl, value: conditions.url },
  ];
  drawPart(sheet, words.generalConditions, text, facts, 2);
}

function calculatePartHeight(sheet: Sheet, text: string, facts: readonly Fact[] = [], columns = COLUMNS): number {
  return SECTION_HEIGHT + calculateParagraphHeight(sheet, text) + calculateFactsHeight(sheet, facts, columns);
}

function drawPart(sheet: Sheet, title: string, text: string, facts: readonly Fact[] = [], columns = COLUMNS): void {
  drawSection(sheet, title, calculatePartHeight(sheet, text, facts, columns) - SECTION_HEIGHT);
  drawParagraph(sheet, text);
  drawFacts(sheet, facts, columns);
}

export function drawForms(sheet: Sheet, { objection, withdrawal }: PrintedLegalTexts): void {
  sheet.turnPage();
  const { words } = sheet;
  drawForm(sheet, words.objectionForm, objection);
  sheet.y += FORM_SPACE;
  drawForm(sheet, words.withdrawalForm, withdrawal);
}

function drawForm(sheet: Sheet, title: string, { form }: PrintedRight): void {
  const { words } = sheet;
  const rows = [[words.formName, words.formAfm], [words.formAddress], [words.placeAndDate, words.signatureOfClient]];
  drawSection(sheet, title, calculateParagraphHeight(sheet, form) + rows.length * 60);
  drawParagraph(sheet, form);
  for (const row of rows) drawBlanks(sheet, row, FORM_SPACE + 8);
}
