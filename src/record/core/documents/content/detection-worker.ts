import { parentPort } from 'node:worker_threads';
import { fileTypeFromBuffer } from 'file-type';
import type { WorkerReply } from '../../../../common/threads/worker-pool.js';

parentPort?.on('message', (head: Uint8Array) => void answer(head));

async function answer(head: Uint8Array): Promise<void> {
  try {
    const type = await fileTypeFromBuffer(head);
    parentPort?.postMessage({ ok: true, result: type?.mime ?? null } satisfies WorkerReply<string | null>);
  } catch (error) {
    parentPort?.postMessage({ ok: false, message: String(error) } satisfies WorkerReply<string | null>);
  }
}
