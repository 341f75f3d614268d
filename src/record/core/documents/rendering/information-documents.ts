import { drawInsurer } from './contract-document.js';
import type { PrivacyDocument, TermsDocument } from './documents.types.js';
import { drawParagraph } from './headings.js';
import { INFORMATION_TEXTS } from './information-texts.js';
import { drawForms, drawLegalTexts } from './legal-texts.js';
import { drawDocument } from './letterhead.js';
import type { Pdf } from './sheet.js';
import { STYLES } from './styles.js';

const PARAGRAPH = { ...STYLES.body, size: 10 } as const;

export function drawTermsDocument(data: TermsDocument): Promise<Pdf> {
  const texts = INFORMATION_TEXTS[data.language];
  const version = texts.version(data.version);
  return drawDocument(
    data,
    { title: texts.terms, number: version },
    (sheet) => {
      drawParagraph(sheet, texts.termsNotice(data.line), STYLES.strong);
      drawInsurer(sheet, data.insurer);
      drawLegalTexts(sheet, data.legal, texts.conditions);
      drawForms(sheet, data.legal);
    },
    `${data.insurer.name}  ·  ${version}`,
  );
}

export function drawPrivacyNotice(data: PrivacyDocument): Promise<Pdf> {
  const texts = INFORMATION_TEXTS[data.language];
  const version = texts.version(data.version);
  return drawDocument(
    data,
    { title: texts.privacy, number: version },
    (sheet) => {
      drawParagraph(sheet, texts.privacyNotice, STYLES.strong);
      for (const paragraph of data.text.split('\n').filter((text) => text.trim() !== '')) drawParagraph(sheet, paragraph, PARAGRAPH);
    },
    `${data.insurer.name}  ·  ${version}`,
  );
}
