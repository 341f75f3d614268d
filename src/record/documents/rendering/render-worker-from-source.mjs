import { register } from 'node:module';

/**
 * The entry of the documents' thread when it runs from the TypeScript sources, as in the tests: a native thread does not pass jest's
 * transform, so this one registers its own before it imports the worker. The build does not contain this file: there the compiled
 * worker is the entry.
 */
register('./typescript-hooks.mjs', import.meta.url);
await import('./render-worker.ts');
