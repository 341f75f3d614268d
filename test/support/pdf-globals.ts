// pdfjs asks for them when it is loaded, to draw pages; Node has none, and nobody who reads texts needs them.
for (const name of ['DOMMatrix', 'ImageData', 'Path2D']) Reflect.set(globalThis, name, class {});

export {};
