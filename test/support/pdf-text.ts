import './pdf-globals.js';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** What a reader finds in a PDF. */
export interface PdfContent {
  /** Text of each page; a line of print ends in `\n`, no-break spaces are spaces. */
  readonly pages: readonly string[];
  /** All pages' text. */
  readonly text: string;
  readonly title: string | undefined;
  readonly author: string | undefined;
  readonly language: string | null;
  readonly createdAt: Date | null;
}

interface Info {
  readonly Title?: string;
  readonly Author?: string;
  readonly Language?: string | null;
  readonly CreationDate?: string;
}

export async function readPdf(pdf: Uint8Array): Promise<PdfContent> {
  // pdfjs keeps the bytes it is given: it gets a copy.
  const task = getDocument({ data: Uint8Array.from(pdf), isEvalSupported: false, useSystemFonts: false, verbosity: 0 });
  try {
    const document = await task.promise;
    const pages = [];
    for (let number = 1; number <= document.numPages; number++) {
      const { items } = await (await document.getPage(number)).getTextContent();
      pages.push(
        items
          .map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
          .join('')
          .replace(/\u00a0/g, ' '),
      );
    }
    const info = (await document.getMetadata()).info as Info;
    return {
      pages,
      text: pages.join('\n'),
      title: info.Title,
      author: info.Author,
      language: info.Language ?? null,
      createdAt: parseDate(info.CreationDate),
    };
  } finally {
    await task.destroy();
  }
}

export async function pdfText(pdf: Uint8Array): Promise<string> {
  return (await readPdf(pdf)).text;
}

// D:20261120101500Z
function parseDate(text: string | undefined): Date | null {
  const parts = /^D:(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z?$/.exec(text ?? '');
  return parts && new Date(`${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}:${parts[5]}:${parts[6]}Z`);
}
