import { Webhook } from 'standardwebhooks';
import { callHttp, failureOf } from './http-call.js';
import type { FeedEvent } from './gateway-client.js';

/** As long as a webhook waits (events.12). */
const TIMEOUT_MS = 15_000;

/** Sends an event as a webhook does (events.11), once. Returns what the receiver said: its status, or why there is none. */
export async function forward(event: FeedEvent, target: URL, secret: string, signal: AbortSignal): Promise<string> {
  const body = JSON.stringify(event);
  const sentAt = new Date();
  const headers = {
    'Content-Type': 'application/json',
    'webhook-id': event.id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(event.id, sentAt, body),
  };
  try {
    const { status } = await callHttp(target, { method: 'POST', headers, body, timeoutMs: TIMEOUT_MS, signal });
    return String(status);
  } catch (error) {
    return failureOf(error);
  }
}
