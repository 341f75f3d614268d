import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ENVIRONMENTS, type Environment } from '../../../../common/environment.js';
import { Bulkheads } from '../../../../config/bulkheads.js';
import type { Job } from '../../../../jobs/job.js';
import { Scheduler } from '../../../../jobs/scheduler.js';
import { DeliveryAttempt } from './delivery-attempt.js';
import { DeliveryClaimRepository, type LeasedDelivery } from './delivery-claim.repository.js';
import { OutcomeJournal } from './outcome-journal.js';
import type { AttemptFailure } from './post.js';

const INTERVAL_MS = 500;
/** Waits while another node claims; randomized so that two nodes do not collide again. */
const TURN_MS = 20;
const MAX_AT_ONCE = 50;
const GRACE_MS = 3_000;
const LAG_MAX_AGE_MS = 2_000;
const LATE_SECONDS = 300;

/** Uses real time, in the sandbox too. Another node resends those of a node that died (ADR-17). */
@Injectable()
export class WebhookSender implements BeforeApplicationShutdown {
  readonly job: Job<Environment>;
  readonly attempted = new EventEmitter<Record<Environment, [outcome: AttemptFailure | 'delivered']>>();
  private readonly underWay = new Map<LeasedDelivery, { readonly done: Promise<void>; readonly abort: AbortController }>();
  private readonly lags: LRUCache<Environment, number>;

  constructor(
    scheduler: Scheduler,
    private readonly claims: DeliveryClaimRepository,
    private readonly attempts: DeliveryAttempt,
    private readonly journal: OutcomeJournal,
    private readonly bulkheads: Bulkheads,
  ) {
    this.job = scheduler.addToEnvironments({
      name: 'send webhooks',
      everyMs: INTERVAL_MS,
      pass: (environment) => this.sendDue(environment),
    });
    this.lags = new LRUCache({
      max: ENVIRONMENTS.length,
      ttl: LAG_MAX_AGE_MS,
      fetchMethod: (environment) => this.claims.lagSeconds(environment),
    });
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.stop();
  }

  async stop(): Promise<void> {
    await this.job.stop();
    const attempts = Array.from(this.underWay.values());
    const ended = (): Promise<unknown> =>
      Promise.race([Promise.all(attempts.map(({ done }) => done)), sleep(GRACE_MS, undefined, { ref: false })]);
    await ended();
    attempts.forEach(({ abort }) => abort.abort());
    await ended();
  }

  get underWayCount(): number {
    return this.underWay.size;
  }

  /** Ignores disabled webhooks and failing receivers. */
  lagSeconds(environment: Environment): Promise<number> {
    return this.lags.forceFetch(environment);
  }

  async complaint(environments: readonly Environment[]): Promise<string | null> {
    const violations: string[] = [];
    for (const environment of environments) {
      const [seconds, unreadable] = await Promise.all([this.lagSeconds(environment), this.claims.countUnreadable(environment)]);
      if (seconds > LATE_SECONDS) violations.push(`the oldest due delivery of ${environment} waits for ${Math.floor(seconds)} s`);
      if (unreadable > 0) violations.push(`SECRETS_KEY is not the key of ${unreadable} webhooks of ${environment}`);
    }
    return violations.length === 0 ? null : violations.join(', ');
  }

  private async sendDue(environment: Environment): Promise<void> {
    const room = Math.min(this.bulkheads.webhookDeliveries.getRoom(environment), MAX_AT_ONCE);
    if (room <= 0 || !(await this.claims.hasDue(environment))) return;
    const deliveries = await this.claims.claim(environment, room);
    for (const delivery of deliveries ?? []) this.start(environment, delivery);
    if (deliveries === null) await sleep(TURN_MS * (0.5 + Math.random()));
    if (deliveries === null || deliveries.length === room) void this.job.run(environment);
  }

  private start(environment: Environment, delivery: LeasedDelivery): void {
    const abort = new AbortController();
    const leave = this.bulkheads.webhookDeliveries.enter({ lane: environment, owner: delivery.webhookId });
    const done = this.send(environment, delivery, abort.signal)
      .catch((error: unknown) => this.job.reportFailure(environment, error))
      .then(() => {
        this.underWay.delete(delivery);
        leave();
        void this.job.run(environment);
      });
    this.underWay.set(delivery, { done, abort });
  }

  private async send(environment: Environment, delivery: LeasedDelivery, signal: AbortSignal): Promise<void> {
    const outcome = await this.attempts.send(environment, delivery, signal);
    if (outcome === 'unreadable') await this.claims.disableUnreadable(environment, delivery);
    if (typeof outcome === 'string') return this.claims.release(environment, delivery);
    this.attempted.emit(environment, outcome.failure ?? 'delivered');
    await this.journal.write(environment, outcome);
  }
}
