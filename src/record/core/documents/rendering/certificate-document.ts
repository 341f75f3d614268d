import { formatDate, formatDay, formatPeriod } from '../../../../common/formats.js';
import { CERTIFICATE_TEXTS } from './certificate-texts.js';
import { buildAgentFact, buildPersonFact, drawObjects } from './contract-document.js';
import type { CertificateDocument, PrintedCover } from './documents.types.js';
import { drawFacts, drawFactSection } from './facts.js';
import { drawParagraph } from './headings.js';
import { drawDocument } from './letterhead.js';
import type { Pdf, Sheet } from './sheet.js';
import { calculateSignatureHeight, drawSignature } from './signature.js';
import { STYLES } from './styles.js';
import { drawTable } from './table.js';

const SUM_WIDTH = 86;
const DEDUCTIBLE_WIDTH = 120;

export function drawCertificate(data: CertificateDocument): Promise<Pdf> {
  const texts = CERTIFICATE_TEXTS[data.language];
  const day = formatDate(data.on);
  return drawDocument(data, { title: texts.titles[data.certificate], number: data.policyNo }, (sheet) => {
    const { words } = sheet;
    drawParagraph(sheet, texts.certifies[data.certificate](data.policyNo, day), STYLES.strong);
    drawFacts(
      sheet,
      [
        { label: words.policyNo, value: data.policyNo, strong: true },
        { label: words.onDay, value: day, strong: true },
        { label: words.line, value: data.line },
        { label: words.period, value: formatPeriod(data.period) },
        { label: words.coveredUntil, value: data.paidUntil && formatDate(data.paidUntil) },
        { label: words.printedOn, value: formatDay(data.issuedAt) },
        buildAgentFact(words, data.agent),
        ...(data.facts ?? []),
      ],
      4,
    );
    drawFactSection(
      sheet,
      words.parties,
      [buildPersonFact(words, words.client, data.client), buildPersonFact(words, words.insured, data.insured)],
      2,
    );
    drawObjects(sheet, data.objects);
    drawCertifiedCovers(sheet, texts.covers[data.certificate], data.covers);
    if (data.notCovered.length > 0) drawParagraph(sheet, texts.notCovered(data.notCovered.join(', ')), STYLES.strong);
    const signature = { title: texts.signature, labels: [words.placeAndDate, texts.ofInsurer(data.insurer.name)] };
    drawParagraph(sheet, texts.issuedFor);
    sheet.keep(calculateSignatureHeight(sheet));
    drawSignature(sheet, signature);
  });
}

function drawCertifiedCovers(sheet: Sheet, title: string, covers: readonly PrintedCover[]): void {
  const { words } = sheet;
  drawTable(sheet, {
    title,
    group: (cover) => cover.group,
    rows: covers,
    columns: [
      { head: words.code, width: 40, text: (cover) => cover.code },
      { head: words.cover, text: (cover) => (cover.insured ? `${cover.title}\u00a0– ${cover.insured}` : cover.title) },
      {
        head: words.sumInsured,
        width: SUM_WIDTH,
        align: 'right',
        text: (cover) => (cover.sumInsured == null ? '–' : sheet.money(cover.sumInsured)),
      },
      { head: words.deductible, width: DEDUCTIBLE_WIDTH, text: (cover) => cover.deductible ?? '–' },
    ],
  });
}
