import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import { toOffsetDateTime } from '../../../../common/athens.js';
import type { Environment } from '../../../../common/environment.js';
import { buildTraceHeaders, SpanKind, type StartedSpan, startSpan, withSpan } from '../../../../common/spans.js';
import { toEventMessage } from '../../events/event.js';
import { WebhookNetworks } from '../network/webhook-networks.js';
import { SecretBox } from '../../../reference/secrets/secret-box.js';
import type { LeasedDelivery } from './delivery-claim.repository.js';
import type { AttemptOutcome } from './delivery-outcome.repository.js';
import { post, type Reply } from './post.js';
import { calculateNextWaitMs, retryAfterMs } from './retry-schedule.js';
import { signMessage, type Message } from './signed-message.js';

const GONE = 410;
const TRY_MS = 2_500;
const TRIES = 3;
const LOCALHOST = /^(.+\.)?localhost\.?$/i;

/** Uses DNS, because the system's look-up blocks a thread that files and ciphers need. */
@Injectable()
export class ReceiverNames {
  private readonly resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });

  async addressesOf(host: string): Promise<readonly string[]> {
    if (isIP(host) !== 0) return [host];
    if (LOCALHOST.test(host)) return ['127.0.0.1', '::1'];
    const found = await Promise.allSettled([this.resolver.resolve4(host), this.resolver.resolve6(host)]);
    return found.flatMap((response) => (response.status === 'fulfilled' ? response.value : []));
  }
}

@Injectable()
export class DeliveryAttempt {
  constructor(
    private readonly networks: WebhookNetworks,
    private readonly names: ReceiverNames,
    private readonly secrets: SecretBox,
  ) {}

  /** `unreadable`: the secret cannot be decrypted. Never throws. */
  async send(environment: Environment, delivery: LeasedDelivery, signal: AbortSignal): Promise<AttemptOutcome | 'unreadable' | 'aborted'> {
    const at = new Date();
    const secrets = this.openSecrets(delivery, at);
    if (secrets === null) return 'unreadable';
    const route = { rules: this.networks.getRules(environment), addressesOf: (host: string) => this.names.addressesOf(host) };
    const reply = await withSpan(startDeliverySpan(delivery), async (span) => {
      const { headers, body } = signMessage(toMessage(delivery), secrets, at);
      const answer = await post(delivery.url, { body, headers: { ...headers, ...buildTraceHeaders() } }, route, signal);
      if (answer?.status != null) span.setAttribute('http.response.status_code', answer.status);
      if (answer?.failure != null) span.setAttribute('error.type', answer.failure);
      return answer;
    });
    return reply === null ? 'aborted' : toOutcome(environment, delivery, at, reply);
  }

  /** The previous secret counts for a day after a rotation (events.11). */
  private openSecrets({ secret, previousSecret, previousSecretUntil }: LeasedDelivery, at: Date): string[] | null {
    const current = this.secrets.open(secret);
    if (current === null) return null;
    const isValid = previousSecret !== null && previousSecretUntil !== null && previousSecretUntil > at;
    const previous = isValid ? this.secrets.open(previousSecret) : null;
    return previous === null ? [current] : [current, previous];
  }
}

function startDeliverySpan({ url, traceparent }: LeasedDelivery): StartedSpan {
  const attributes = { 'http.request.method': 'POST', 'server.address': new URL(url).host };
  return startSpan('POST webhook', { kind: SpanKind.CLIENT, attributes }, { traceparent: traceparent ?? undefined });
}

function toMessage({ id, event, agentCode, createdAt }: LeasedDelivery): Message {
  if (event !== null) return toEventMessage(event);
  return { id: `evt_test_${id}`, type: 'webhook.test', timestamp: toOffsetDateTime(createdAt), data: { agent_code: agentCode } };
}

function toOutcome(environment: Environment, delivery: LeasedDelivery, at: Date, reply: Reply): AttemptOutcome {
  const { status, failure, retryAfter, durationMs } = reply;
  const askedMs = retryAfterMs(retryAfter, Date.now());
  const isGone = status === GONE;
  const isLast = failure === null || isGone;
  const waitMs = isLast ? null : calculateNextWaitMs(environment, delivery.attempts + 1, askedMs);
  const { id: deliveryId, leasedUntil } = delivery;
  return { deliveryId, leasedUntil, at, status, failure, durationMs, waitMs, isGone };
}
