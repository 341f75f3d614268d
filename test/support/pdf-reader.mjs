/** The thread of `readPdf`: gets bytes, and answers with the text of each page and what the document says of itself. */
import { parentPort } from 'node:worker_threads';

// pdfjs asks for them when it is loaded, to draw pages; Node has none, and nobody who reads texts needs them.
for (const name of ['DOMMatrix', 'ImageData', 'Path2D']) Reflect.set(globalThis, name, class {});
const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');

async function read(data) {
  const task = getDocument({ data, isEvalSupported: false, useSystemFonts: false, verbosity: 0 });
  try {
    const document = await task.promise;
    const pages = [];
    for (let number = 1; number <= document.numPages; number++) {
      const { items } = await (await document.getPage(number)).getTextContent();
      pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''));
    }
    const { Title, Author, Language, CreationDate } = (await document.getMetadata()).info;
    return { pages, info: { Title, Author, Language, CreationDate } };
  } finally {
    await task.destroy();
  }
}

parentPort.on('message', ({ number, bytes }) =>
  read(bytes).then(
    (content) => parentPort.postMessage({ number, content }),
    ({ message }) => parentPort.postMessage({ number, fault: message }),
  ),
);
