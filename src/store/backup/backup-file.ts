import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { isRecord } from '../../common/validation/checks.js';
import { OperatorError } from '../../common/operator-error.js';

/** The command cannot be carried out; the message says why. */
export class BackupError extends OperatorError {}

/**
 * The product's own format: gzip of frames, each a letter, its length (4 bytes) and its content. `H` the head; for each table `T`, its rows as
 * COPY writes them in `D`, then `E`; `S` the sequences; `Z` the SHA-256 of all bytes before it, without which the file is not whole.
 */
export type Frame = { readonly kind: 'D'; readonly data: Buffer } | { readonly kind: 'H' | 'T' | 'E' | 'S'; readonly content: unknown };

const HEAD_BYTES = 5;
const MAX_FRAME_BYTES = 64 * 1024 * 1024;
const GZIP = Buffer.from([0x1f, 0x8b]);
/** Most of the time of a backup is compression: fast, since documents hardly shrink. */
const COMPRESSION_LEVEL = 3;

/** Writes the file (mode 0600) as the frames come; it has its name only when it is whole and on the disk. A file that exists is left alone. */
export async function writeBackup(file: string, frames: AsyncIterable<Frame>): Promise<void> {
  await refuseExisting(file);
  const part = `${file}.part`;
  try {
    const target = createWriteStream(part, { flags: 'w', mode: 0o600, flush: true });
    await pipeline(bytesOf(frames), createGzip({ level: COMPRESSION_LEVEL }), target);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

export async function refuseExisting(file: string): Promise<void> {
  const handle = await open(file, 'r').catch(() => null);
  await handle?.close();
  if (handle !== null) throw new BackupError(`${file} is there already; choose another name.`);
}

/** @throws BackupError when the file is of another format, was changed or is not whole, at the latest where it ends */
export async function* readBackup(file: string): AsyncGenerator<Frame> {
  const source = createReadStream(file);
  const bytes = source.pipe(createGunzip());
  source.once('error', (error) => bytes.destroy(error));
  const hash = createHash('sha256');
  try {
    let isWhole = false;
    for await (const { kind, data, bytes: raw } of split(bytes)) {
      if (isWhole) throw new BackupError(`${file}: something follows its end.`);
      if (kind === 'Z') {
        isWhole = data.equals(hash.digest());
        if (!isWhole) throw new BackupError(`${file}: its checksum does not fit; it was changed.`);
        continue;
      }
      hash.update(raw);
      yield kind === 'D' ? { kind, data } : { kind: kindOf(kind), content: JSON.parse(data.toString()) as unknown };
    }
    if (!isWhole) throw new BackupError(`${file}: its end is missing.`);
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(`${file}: is damaged, or no backup: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  } finally {
    source.destroy();
    bytes.destroy();
  }
}

/** Whether the file begins as ours does, or as `pg_dump --format=custom` writes it. */
export async function formatOf(file: string): Promise<'own' | 'pg_dump'> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    throw new BackupError(error instanceof Error ? error.message : String(error));
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(5), 0, 5, 0);
    if (buffer.subarray(0, 2).equals(GZIP)) return 'own';
    if (buffer.subarray(0, bytesRead).toString('latin1') === 'PGDMP') return 'pg_dump';
    throw new BackupError(`${file} is no backup.`);
  } finally {
    await handle.close();
  }
}

async function* bytesOf(frames: AsyncIterable<Frame>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const frame of frames) {
    const bytes = encode(frame.kind, frame.kind === 'D' ? frame.data : Buffer.from(JSON.stringify(frame.content)));
    hash.update(bytes);
    yield bytes;
  }
  yield encode('Z', hash.digest());
}

function encode(kind: string, data: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + data.length);
  bytes.write(kind, 'latin1');
  bytes.writeUInt32BE(data.length, 1);
  data.copy(bytes, HEAD_BYTES);
  return bytes;
}

async function* split(stream: AsyncIterable<Buffer>): AsyncGenerator<{ kind: string; data: Buffer; bytes: Buffer }> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    held.push(chunk);
    size += chunk.length;
    if (size < wantedBytes(held)) continue;
    let rest = Buffer.concat(held);
    while (rest.length >= wantedBytes([rest])) {
      const end = wantedBytes([rest]);
      yield { kind: rest.toString('latin1', 0, 1), data: rest.subarray(HEAD_BYTES, end), bytes: rest.subarray(0, end) };
      rest = rest.subarray(end);
    }
    held = rest.length > 0 ? [rest] : [];
    size = rest.length;
  }
  if (size > 0) throw new Error('it ends within a frame');
}

/** How many bytes the next frame has, head included; as long as that is not known, the head's. */
function wantedBytes(held: Buffer[]): number {
  const [first] = held;
  if (first === undefined) return HEAD_BYTES;
  const head = first.length >= HEAD_BYTES ? first : Buffer.concat(held);
  if (head.length < HEAD_BYTES) return HEAD_BYTES;
  const length = head.readUInt32BE(1);
  if (length > MAX_FRAME_BYTES) throw new Error('a frame is longer than any is');
  return HEAD_BYTES + length;
}

function kindOf(kind: string): 'H' | 'T' | 'E' | 'S' {
  if (kind === 'H' || kind === 'T' || kind === 'E' || kind === 'S') return kind;
  throw new Error(`a frame of the kind ${JSON.stringify(kind)} is unknown`);
}

/** The content of a frame as the reader expects it; what is signed by its checksum is as it was written. */
export function contentOf<T extends object>(frame: Frame): T {
  if (frame.kind === 'D' || !isRecord(frame.content)) throw new BackupError('The frames of the file are not in their order.');
  return frame.content as T;
}
