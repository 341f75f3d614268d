import { createHash, randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { types } from 'node:util';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { ClientGoneError } from '../call/gateway-error.js';

const MEMORY_BYTES = 256 * 1024;
const PART_BYTES = 64 * 1024;

export interface FileLimit {
  readonly maxBytes: number;
  readonly tooLarge: ErrorCode;
}

export class ReceivedFile {
  private pending: Buffer[] = [];
  private pendingBytes = 0;
  private handle: FileHandle | null = null;
  private bytes = 0;
  private digest: Buffer = Buffer.alloc(0);

  private constructor(private readonly folder: string) {}

  get size(): number {
    return this.bytes;
  }

  get sha256(): Buffer {
    return this.digest;
  }

  /** The caller must discard the file. @throws DomainError `tooLarge`, UNAVAILABLE; ClientGoneError */
  static async receive(request: IncomingMessage, folder: string, { maxBytes, tooLarge }: FileLimit): Promise<ReceivedFile> {
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new DomainError(tooLarge);
    const file = new ReceivedFile(folder);
    const hash = createHash('sha256');
    try {
      // The next request on the connection follows the refused body.
      for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        if (file.bytes + chunk.length > maxBytes) throw new DomainError(tooLarge);
        hash.update(chunk);
        await file.add(chunk);
      }
      file.digest = hash.digest();
      return file;
    } catch (error) {
      await file.discard();
      if (request.destroyed && !request.complete) throw new ClientGoneError('The caller disconnected while sending', { cause: error });
      request.resume();
      throw isDiskFull(error) ? new DomainError(ErrorCode.UNAVAILABLE, { cause: error }) : error;
    }
  }

  async readInto(buffer: Buffer): Promise<Buffer> {
    const content = buffer.subarray(0, this.bytes);
    let offset = 0;
    while (this.handle !== null && offset < this.bytes - this.pendingBytes) {
      const { bytesRead } = await this.handle.read(content, offset, this.bytes - this.pendingBytes - offset, offset);
      if (bytesRead === 0) throw new Error('A received file is shorter on disk than it was received');
      offset += bytesRead;
    }
    for (const chunk of this.pending) offset += chunk.copy(content, offset);
    return content;
  }

  async *parts(): AsyncGenerator<Buffer> {
    const onDisk = this.bytes - this.pendingBytes;
    for (let offset = 0; this.handle !== null && offset < onDisk;) {
      const part = Buffer.allocUnsafe(Math.min(PART_BYTES, onDisk - offset));
      const { bytesRead } = await this.handle.read(part, 0, part.length, offset);
      if (bytesRead === 0) throw new Error('A received file is shorter on disk than it was received');
      yield part.subarray(0, bytesRead);
      offset += bytesRead;
    }
    yield* this.pending;
  }

  async discard(): Promise<void> {
    this.pending = [];
    const { handle } = this;
    this.handle = null;
    await handle?.close();
  }

  private async add(chunk: Buffer): Promise<void> {
    this.bytes += chunk.length;
    this.pendingBytes += chunk.length;
    this.pending.push(chunk);
    if (this.pendingBytes >= MEMORY_BYTES) await this.flush((this.handle ??= await openNameless(this.folder)));
  }

  private async flush(handle: FileHandle): Promise<void> {
    if (this.pending.length === 0) return;
    const { bytesWritten } = await handle.writev(this.pending);
    if (bytesWritten !== this.pendingBytes) {
      throw new DomainError(ErrorCode.UNAVAILABLE, { cause: new Error('The disk is full: only a part of a received file was written') });
    }
    this.pending = [];
    this.pendingBytes = 0;
  }
}

function isDiskFull(error: unknown): boolean {
  const code = types.isNativeError(error) && 'code' in error ? error.code : undefined;
  return code === 'ENOSPC' || code === 'EDQUOT';
}

async function openNameless(folder: string): Promise<FileHandle> {
  const path = join(folder, randomUUID());
  const handle = await open(path, 'wx+', 0o600);
  await unlink(path);
  return handle;
}
