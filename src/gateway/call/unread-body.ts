import type { IncomingMessage, ServerResponse } from 'node:http';

/** Larger than any body sent by mistake. */
const MAX_DRAINED_BYTES = 32 * 1024 * 1024;
const MAX_DRAIN_MS = 30_000;

/** Whether a part of the body has not arrived. */
export function hasUnreadBody({ complete, headers }: IncomingMessage): boolean {
  return !complete && headers.expect === undefined && headers.upgrade === undefined;
}

/**
 * Reads the rest of the body up to a limit and ends the response (gateway.72): an early close would reset the
 * connection.
 */
export function drainUnreadBody(response: ServerResponse): void {
  const { req: request } = response;
  let bytes = 0;
  const finish = (): void => {
    clearTimeout(timer);
    request.off('data', onData).off('end', finish).off('close', finish);
    response.end();
  };
  const cut = (): void => {
    finish();
    request.destroy();
  };
  const onData = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > MAX_DRAINED_BYTES) cut();
  };
  const timer = setTimeout(cut, MAX_DRAIN_MS);
  request.on('data', onData).on('end', finish).on('close', finish);
}
