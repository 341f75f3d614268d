import { Webhook } from 'standardwebhooks';

export interface SignedMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Message {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const USER_AGENT = 'insurance-gateway-webhooks';

/** Signs by Standard Webhooks 1.0, with each secret (events.11). `at` is real time. */
export function signMessage(message: Message, secrets: readonly string[], at: Date): SignedMessage {
  const body = JSON.stringify(message);
  return {
    body,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
      'User-Agent': USER_AGENT,
      'webhook-id': message.id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(message.id, at, body)).join(' '),
    },
  };
}
