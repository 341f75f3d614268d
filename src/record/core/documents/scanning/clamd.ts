import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Address of a clamd. */
export interface ClamdAddress {
  readonly host: string;
  readonly port: number;
}

/** The scanner cannot be reached, or its reply cannot be understood. */
export class ClamdUnavailable extends Error {}

/** The scanner cannot judge this content; another one it may. */
export class ClamdRefusal extends Error {}

const ANSWER_LIMIT_MS = 60_000;
const MOST_ANSWER_BYTES = 4096;

/**
 * Asks clamd for its judgement of a content (`man clamd`, INSTREAM). Returns the name of what it found, null when that is nothing.
 * @throws ClamdUnavailable, ClamdRefusal, and what reading the content throws
 */
export async function scanStream(address: ClamdAddress, content: AsyncIterable<Buffer>): Promise<string | null> {
  const socket = connect(address);
  socket.setTimeout(ANSWER_LIMIT_MS, () => socket.destroy(new Error('clamd took too long')));
  let fault: Error | null = null;
  socket.on('error', (error) => (fault ??= error));
  const answer = readAnswer(socket);
  try {
    await write(socket, Buffer.from('zINSTREAM\0'));
    for await (const part of content) await write(socket, lengthOf(part.length), part);
    await write(socket, lengthOf(0));
    const text = await answer;
    if (fault !== null || text === '') throw new ClamdUnavailable('clamd did not answer', { cause: fault });
    return judgementOf(text);
  } finally {
    socket.destroy();
  }
}

function judgementOf(answer: string): string | null {
  if (answer === 'stream: OK') return null;
  const [, found] = /^stream: (.+) FOUND$/.exec(answer) ?? [];
  if (found === undefined) throw new ClamdRefusal(`clamd said: ${answer}`);
  return found;
}

/** Waits while the other side is slow; a connection that ended takes what is written, its response tells. */
async function write(socket: Socket, ...parts: readonly Buffer[]): Promise<void> {
  if (socket.destroyed) return;
  socket.cork();
  const isRoom = parts.map((part) => socket.write(part)).every(Boolean);
  socket.uncork();
  if (isRoom) return;
  const isOver = new AbortController();
  const { signal } = isOver;
  await Promise.race([once(socket, 'drain', { signal }), once(socket, 'close', { signal })]).catch(() => undefined);
  // Or each part of a large content would leave its listeners on the connection.
  isOver.abort();
}

/** All until the connection ends, without the closing zero; empty when it ended without a reply. Never throws. */
async function readAnswer(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('latin1');
  socket.on('data', (part: string) => {
    text += part;
    if (text.includes('\0') || text.length > MOST_ANSWER_BYTES) socket.end();
  });
  await new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return (text.split('\0', 1)[0] ?? '').trim();
}

function lengthOf(bytes: number): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(bytes);
  return head;
}
