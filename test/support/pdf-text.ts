import { Worker } from 'node:worker_threads';

export interface PdfContent {
  /** Text of each page, in which a printed line ends in `\n` and no-break spaces are spaces. */
  readonly pages: readonly string[];
  /** Text of all pages. */
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

interface Reply {
  readonly number: number;
  readonly content?: { readonly pages: readonly string[]; readonly info: Info };
  readonly violation?: string;
}

/**
 * Reads PDFs in a separate thread, because pdfjs replaces globals such as JSON.parse, without which the program is
 * tested.
 */
class Reader {
  private readonly thread = new Worker(new URL('pdf-reader.mjs', import.meta.url));
  private readonly waiting = new Map<number, (reply: Reply) => void>();
  private count = 0;

  constructor() {
    this.thread.unref();
    this.thread.on('message', (reply: Reply) => this.waiting.get(reply.number)?.(reply));
    this.thread.on('error', ({ message }) => this.waiting.forEach((settle, number) => settle({ number, violation: message })));
  }

  async read(bytes: Uint8Array): Promise<NonNullable<Reply['content']>> {
    const number = ++this.count;
    this.thread.ref();
    const { content, violation } = await new Promise<Reply>((resolve) => {
      this.waiting.set(number, resolve);
      this.thread.postMessage({ number, bytes: Uint8Array.from(bytes) });
    });
    this.waiting.delete(number);
    if (this.waiting.size === 0) this.thread.unref();
    if (content === undefined) throw new Error(violation);
    return content;
  }
}

let reader: Reader | undefined;

export async function readPdf(pdf: Uint8Array): Promise<PdfContent> {
  reader ??= new Reader();
  const { pages: texts, info } = await reader.read(pdf);
  const pages = texts.map((text) => text.replace(/\u00a0/g, ' '));
  return {
    pages,
    text: pages.join('\n'),
    title: info.Title,
    author: info.Author,
    language: info.Language ?? null,
    createdAt: parseDate(info.CreationDate),
  };
}

export async function pdfText(pdf: Uint8Array): Promise<string> {
  return (await readPdf(pdf)).text;
}

// D:20261120101500Z
function parseDate(text: string | undefined): Date | null {
  const parts = /^D:(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z?$/.exec(text ?? '');
  return parts && new Date(`${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}:${parts[5]}:${parts[6]}Z`);
}
