/** Worker thread of `readPdf`: receives the bytes and returns the text of each page and the metadata. */
import { parentPort } from 'node:worker_threads';

// pdfjs requires these browser classes when it is loaded, but does not use them to read text.
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
