import { register } from 'node:module';
import { workerData } from 'node:worker_threads';

/**
 * The entry of a thread that runs from the TypeScript sources, as in the tests: a native thread does not pass jest's transform, so this one
 * registers its own before it imports the worker. The build does not contain this file: there the compiled worker is the entry.
 */
register('./typescript-hooks.mjs', import.meta.url);
await import(workerData);
