import { expectStatus } from '../../../support/fire-app.js';
import { RECEIVER, WebhookClient } from '../../../support/webhook-client.js';
import { NEEDS_TOKEN, type Way, type Ways } from './way.js';
import type { CallFixture } from './call-fixture.js';

const WEBHOOKS = '/events-api/resources/webhooks';
const DELIVERIES = '/events-api/resources/deliveries';
const PERIOD = { from: '2026-11-19', to: '2026-11-20' };

const missing: Way = { at: [999_999] };

/** Creates a webhook after deleting others, because their number is limited. */
export async function newWebhook(fixture: CallFixture): Promise<number> {
  const owner = new WebhookClient(fixture.agent);
  await owner.deleteAll();
  return (await owner.create()).id;
}

export async function newDelivery(fixture: CallFixture): Promise<number> {
  const response = await new WebhookClient(fixture.agent).sendTest(await newWebhook(fixture));
  return expectStatus(202, response).json<{ id: number }>().id;
}

const withRoom: Way = async (fixture) => {
  await new WebhookClient(fixture.agent).deleteAll();
  return { json: { url: RECEIVER } };
};
const ofWebhook =
  (call: object = {}): Way =>
  async (fixture) => ({ at: [await newWebhook(fixture)], ...call });
const ofDelivery: Way = async (fixture) => ({ at: [await newDelivery(fixture)] });

/** Operations for webhooks of an agent's program (docs/contract/events.md). */
export const EVENTS: Ways = {
  [`GET ${WEBHOOKS}`]: NEEDS_TOKEN,
  [`POST ${WEBHOOKS}`]: {
    done: [201, withRoom],
    refused: ['400 -102', { json: { url: 'http://agency.example' } }],
  },
  [`GET ${WEBHOOKS}/{id}`]: { done: [200, ofWebhook()], refused: ['400 -308', missing] },
  [`PUT ${WEBHOOKS}/{id}`]: { done: [200, ofWebhook({ json: { status: 'disabled' } })], refused: ['400 -308', { at: [999_999], json: {} }] },
  [`DELETE ${WEBHOOKS}/{id}`]: { done: [204, ofWebhook()], refused: ['400 -308', missing] },
  [`POST ${WEBHOOKS}/{id}/rotate`]: { done: [200, ofWebhook()], refused: ['400 -308', missing] },
  [`POST ${WEBHOOKS}/{id}/test`]: { done: [202, ofWebhook()], refused: ['400 -308', missing] },
  [`POST ${WEBHOOKS}/{id}/resend`]: {
    done: [202, ofWebhook({ json: PERIOD })],
    refused: ['400 -104', { json: { ...PERIOD, from: 'yesterday' } }],
  },
  [`GET ${WEBHOOKS}/{id}/deliveries`]: {
    done: [200, ofWebhook({ query: 'status=failed' })],
    refused: ['400 -105', { query: 'status=lost' }],
  },
  [`GET ${DELIVERIES}/{id}`]: { done: [200, ofDelivery], refused: ['400 -308', missing] },
  [`POST ${DELIVERIES}/{id}/resend`]: { done: [202, ofDelivery], refused: ['400 -308', missing] },
};
