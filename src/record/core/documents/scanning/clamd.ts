import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface ClamdAddress {
  readonly host: string;
  readonly port: number;
}

class ClamdUnavailable extends Error {}

export class ClamdRefusal extends Error {}

const REPLY_LIMIT_MS = 60_000;
const MAX_REPLY_BYTES = 4096;

/** `man clamd`, INSTREAM. Returns the name of what it found, or null. */
export async function scanStream(address: ClamdAddress, content: AsyncIterable<Buffer>): Promise<string | null> {
  const socket = connect(address);
  socket.setTimeout(REPLY_LIMIT_MS, () => socket.destroy(new Error(`clamd did not reply within ${REPLY_LIMIT_MS} ms`)));
  let failure: Error | null = null;
  socket.on('error', (error) => (failure ??= error));
  const reply = readReply(socket);
  try {
    await write(socket, Buffer.from('zINSTREAM\0'));
    for await (const part of content) await write(socket, encodeLength(part.length), part);
    await write(socket, encodeLength(0));
    const text = await reply;
    if (failure !== null || text === '') throw new ClamdUnavailable('clamd did not reply', { cause: failure });
    return readVerdict(text);
  } finally {
    socket.destroy();
  }
}

function readVerdict(reply: string): string | null {
  if (reply === 'stream: OK') return null;
  const [, found] = /^stream: (.+) FOUND$/.exec(reply) ?? [];
  if (found === undefined) throw new ClamdRefusal(`clamd replied: ${reply}`);
  return found;
}

/** A write after the end of the connection is ignored, because the reply has the error. */
async function write(socket: Socket, ...parts: readonly Buffer[]): Promise<void> {
  if (socket.destroyed) return;
  socket.cork();
  const isRoom = parts.map((part) => socket.write(part)).every(Boolean);
  socket.uncork();
  if (isRoom) return;
  const isOver = new AbortController();
  const { signal } = isOver;
  await Promise.race([once(socket, 'drain', { signal }), once(socket, 'close', { signal })]).catch(() => undefined);
  isOver.abort();
}

/** Never throws; an empty text is no reply. */
async function readReply(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('latin1');
  socket.on('data', (part: string) => {
    text += part;
    if (text.includes('\0') || text.length > MAX_REPLY_BYTES) socket.end();
  });
  await new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return (text.split('\0', 1)[0] ?? '').trim();
}

function encodeLength(bytes: number): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(bytes);
  return head;
}
