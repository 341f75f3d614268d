import type { IncomingMessage } from 'node:http';
import { DomainError } from '../../common/domain-error.js';
import type { ErrorCode } from '../../common/error-codes.js';
import { BodyTimeoutError, ClientGoneError } from '../call/gateway-error.js';

export function hasBody(request: IncomingMessage): boolean {
  const length = request.headers['content-length'];
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && Number(length) > 0);
}

export interface BodyLimit {
  readonly maxBytes: number;
  readonly tooLarge: ErrorCode;
  readonly timeoutMs: number;
}

/** @throws DomainError `tooLarge`, BodyTimeoutError, ClientGoneError */
export function readBody(request: IncomingMessage, { maxBytes, tooLarge, timeoutMs }: BodyLimit): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return Promise.reject(new DomainError(tooLarge));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const settle = (finish: () => void): void => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('close', onGone).off('error', onGone);
      finish();
    };
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes <= maxBytes) return void chunks.push(chunk);
      settle(() => reject(new DomainError(tooLarge)));
    };
    const onEnd = (): void => settle(() => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, bytes)));
    const onGone = (): void => settle(() => reject(new ClientGoneError('The caller disconnected while sending')));
    const timer = setTimeout(() => settle(() => reject(new BodyTimeoutError())), timeoutMs);
    request.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone);
  });
}
