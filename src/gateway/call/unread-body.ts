import type { IncomingMessage, ServerResponse } from 'node:http';

/** More than any body that a client sends by mistake; an attacker gets no more for its connection. */
const MAX_DRAINED_BYTES = 32 * 1024 * 1024;
const MAX_DRAIN_MS = 30_000;

/** Whether a part of the body is still to come. None comes while `100 Continue` is expected, or after an upgrade. */
export function hasUnreadBody({ complete, headers }: IncomingMessage): boolean {
  return !complete && headers.expect === undefined && headers.upgrade === undefined;
}

/**
 * Reads and drops the rest of a request's body, up to a bound, and then ends the response (gateway.72). Closing a connection with unread data
 * resets it, and the caller would lose the response.
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
