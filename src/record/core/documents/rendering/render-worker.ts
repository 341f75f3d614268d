import { parentPort } from 'node:worker_threads';
import type { WorkerReply } from '../../../../common/threads/worker-pool.js';
import { renderDocument, type RenderRequest } from './render-document.js';

/** The bytes are moved, not copied. */
parentPort?.on('message', (request: RenderRequest) => void answer(request));

async function answer(request: RenderRequest): Promise<void> {
  try {
    const pdf = await renderDocument(request);
    parentPort?.postMessage({ ok: true, result: pdf } satisfies WorkerReply<Uint8Array>, [pdf.buffer]);
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    parentPort?.postMessage({ ok: false, message } satisfies WorkerReply<Uint8Array>);
  }
}
