import { randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** A secret as Standard Webhooks writes it (events.11). */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}
