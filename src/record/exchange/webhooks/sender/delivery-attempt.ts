import { Injectable } from '@nestjs/common';
import { toOffsetDateTime } from '../../../../common/athens.js';
import type { Environment } from '../../../../common/environment.js';
import { toEventMessage } from '../../events/event.js';
import { WebhookNetworks } from '../network/webhook-networks.js';
import { SecretBox } from '../../../reference/secrets/secret-box.js';
import type { LeasedDelivery } from './delivery-claim.repository.js';
import type { AttemptOutcome } from './delivery-outcome.repository.js';
import { post, type Reply } from './post.js';
import { ReceiverNames } from './receiver-names.js';
import { nextWaitMs, retryAfterMs } from './retry-schedule.js';
import { signMessage, type Message } from './signed-message.js';

const GONE = 410;

/** Sends a delivery once. */
@Injectable()
export class DeliveryAttempt {
  constructor(
    private readonly networks: WebhookNetworks,
    private readonly names: ReceiverNames,
    private readonly secrets: SecretBox,
  ) {}

  /** Returns the outcome; `unreadable` without a secret to sign with; `aborted` when it was cut short. Never throws. */
  async make(environment: Environment, delivery: LeasedDelivery, signal: AbortSignal): Promise<AttemptOutcome | 'unreadable' | 'aborted'> {
    const at = new Date();
    const secrets = this.openSecrets(delivery, at);
    if (secrets === null) return 'unreadable';
    const route = { rules: this.networks.rulesOf(environment), addressesOf: (host: string) => this.names.addressesOf(host) };
    const reply = await post(delivery.url, signMessage(messageOf(delivery), secrets, at), route, signal);
    return reply === null ? 'aborted' : outcomeOf(environment, delivery, at, reply);
  }

  /** Returns the current secret, and for a day after a rotation the former one (events.11). Null: it cannot be opened. */
  private openSecrets({ secret, formerSecret, formerSecretUntil }: LeasedDelivery, at: Date): string[] | null {
    const current = this.secrets.open(secret);
    if (current === null) return null;
    const isInForce = formerSecret !== null && formerSecretUntil !== null && formerSecretUntil > at;
    const former = isInForce ? this.secrets.open(formerSecret) : null;
    return former === null ? [current] : [current, former];
  }
}

function messageOf({ id, event, agentCode, createdAt }: LeasedDelivery): Message {
  if (event !== null) return toEventMessage(event);
  return { id: `evt_test_${id}`, type: 'webhook.test', timestamp: toOffsetDateTime(createdAt), data: { agent_code: agentCode } };
}

function outcomeOf(environment: Environment, delivery: LeasedDelivery, at: Date, reply: Reply): AttemptOutcome {
  const { status, failure, retryAfter, durationMs } = reply;
  const askedMs = retryAfterMs(retryAfter, Date.now());
  const isGone = status === GONE;
  const isLast = failure === null || isGone;
  const waitMs = isLast ? null : nextWaitMs(environment, delivery.attempts + 1, askedMs);
  const { id: deliveryId, leasedUntil } = delivery;
  return { deliveryId, leasedUntil, at, status, failure, durationMs, waitMs, isGone };
}
