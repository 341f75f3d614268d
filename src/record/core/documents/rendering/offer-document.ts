import { formatDate, formatDay, formatPeriod } from '../../../../common/formats.js';
import { buildAgentFact, buildPersonFact, drawExclusions, drawInsurer, drawObjects, drawTerms } from './contract-document.js';
import type { OfferDocument, PrintedNeeds } from './documents.types.js';
import { drawFacts, drawFactSection } from './facts.js';
import { drawItems, drawParagraph, drawSection } from './headings.js';
import { drawConditions } from './legal-texts.js';
import { drawDocument } from './letterhead.js';
import { OFFER_TEXTS } from './offer-texts.js';
import { buildInstalmentsTable, buildTotalsTable, drawCovers, drawDiscounts } from './premium.js';
import type { Pdf, Sheet } from './sheet.js';
import { calculateLineHeight, STYLES } from './styles.js';
import { calculateTableHeight, drawTable } from './table.js';

export function drawOffer(data: OfferDocument): Promise<Pdf> {
  const texts = OFFER_TEXTS[data.language];
  return drawDocument(data, { title: texts.title, number: data.offerNo }, (sheet) => {
    const { words } = sheet;
    const facts = [
      { label: texts.offerNo, value: data.offerNo, strong: true },
      { label: texts.validUntil, value: formatDate(data.validUntil), strong: true },
      { label: words.issueDate, value: formatDay(data.issuedAt) },
      { label: words.applicationNo, value: data.applicationNo },
      { label: words.line, value: data.line },
      { label: words.period, value: formatPeriod(data.period), strong: true },
      { label: words.paymentFrequency, value: data.paymentFrequency },
      buildAgentFact(words, data.agent),
    ];
    drawFacts(sheet, [...facts, ...data.facts], 4);
    drawParagraph(sheet, texts.notPolicy, STYLES.strong);
    if (data.client && data.insured) {
      const parties = [buildPersonFact(words, words.client, data.client), buildPersonFact(words, words.insured, data.insured)];
      drawFactSection(sheet, words.parties, parties, 2);
    }
    drawObjects(sheet, data.objects);
    drawCovers(sheet, words.covers, data.covers);
    drawDiscounts(sheet, data.discounts);
    if (data.terms) drawTerms(sheet, data.terms);
    drawPrice(sheet, data);
    if (data.needs) drawNeeds(sheet, data.needs);
    drawItems(sheet, texts.missing, data.missing);
    drawItems(sheet, texts.notes, data.notes);
    drawExclusions(sheet, data.exclusions);
    drawInsurer(sheet, data.insurer);
    if (data.conditions) drawConditions(sheet, texts.conditionsApply, data.conditions);
  });
}

function drawNeeds(sheet: Sheet, { wanted, unwanted, bundles }: PrintedNeeds): void {
  const texts = OFFER_TEXTS[sheet.language];
  drawSection(sheet, texts.needs, 4 * calculateLineHeight(STYLES.body));
  drawParagraph(sheet, wanted.length === 0 ? texts.nothingWanted : texts.wanted(wanted.join(', ')), STYLES.strong);
  if (unwanted.length > 0) drawParagraph(sheet, texts.unwanted(unwanted.join(', ')));
  for (const { title, isOffered, addable, missing } of bundles) {
    const name = isOffered ? texts.offeredBundle(title) : texts.otherBundle(title);
    const lacking = [...addable, ...missing];
    const fit = lacking.length === 0 ? texts.fits(name) : texts.fitsNot(name, lacking.join(', '));
    const text = addable.length === 0 ? fit : `${fit} ${texts.addable(addable.join(', '))}`;
    drawParagraph(sheet, `•  ${text}`, isOffered ? STYLES.strong : STYLES.body);
  }
}

function drawPrice(sheet: Sheet, { totals, instalments }: OfferDocument): void {
  const sums = buildTotalsTable(sheet, sheet.words.premium, totals);
  const dues = buildInstalmentsTable(sheet, instalments, false);
  sheet.keep(calculateTableHeight(sheet, sums) + calculateTableHeight(sheet, dues));
  drawTable(sheet, sums);
  drawTable(sheet, dues);
}
