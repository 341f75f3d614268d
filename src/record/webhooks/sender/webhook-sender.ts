import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import { Bulkheads } from '../../../config/bulkheads.js';
import type { AttemptFailure } from './attempt-failure.js';
import { DeliveryAttempt } from './delivery-attempt.js';
import { DeliveryClaimRepository, type LeasedDelivery } from './delivery-claim.repository.js';
import { DeliveryOutcomeRepository } from './delivery-outcome.repository.js';
import { OutcomeJournal } from './outcome-journal.js';
import { ProgramGrants } from './program-grants.js';

/** When another node has its turn to claim; spread, so that two do not meet again and again. */
const TURN_MS = 20;
const MOST_AT_ONCE = 50;
/** What is under way when the process stops gets so long. */
const GRACE_MS = 3_000;
/** However often it is asked for. */
const LAG_MAX_AGE_MS = 2_000;
/** From here on deliveries are late. */
const LATE_SECONDS = 300;

/**
 * Sends what is due to webhooks. A delivery is leased to one node while it is sent; a node that dies lets its leases run out, and what it may have sent
 * is sent again (ADR-18). All times are real ones: the sandbox's clock moves what is told, not the telling.
 */
@Injectable()
export class WebhookSender {
  /** Emits the environment after an attempt, with what came of it: `delivered`, or why not. */
  readonly attempted = new EventEmitter<Record<Environment, [outcome: AttemptFailure | 'delivered']>>();
  private readonly logger = new Logger(WebhookSender.name);
  private readonly underWay = new Map<LeasedDelivery, { readonly done: Promise<void>; readonly abort: AbortController }>();
  private readonly claiming = new Map<Environment, Promise<void>>();
  private readonly hurried = new Set<Environment>();
  private readonly failing = new Set<Environment>();
  private readonly lags = new Map<Environment, { readonly seconds: Promise<number>; readonly readAtMs: number }>();
  private isClosing = false;

  constructor(
    private readonly claims: DeliveryClaimRepository,
    private readonly grants: ProgramGrants,
    private readonly attempts: DeliveryAttempt,
    private readonly journal: OutcomeJournal,
    private readonly outcomes: DeliveryOutcomeRepository,
    private readonly bulkheads: Bulkheads,
  ) {}

  /** Takes nothing more, waits a little for what is under way, cuts off the rest and gives it back. */
  async stop(): Promise<void> {
    this.isClosing = true;
    await Promise.all(this.claiming.values());
    const attempts = Array.from(this.underWay.values());
    const ended = (): Promise<unknown> =>
      Promise.race([Promise.all(attempts.map(({ done }) => done)), sleep(GRACE_MS, undefined, { ref: false })]);
    await ended();
    attempts.forEach(({ abort }) => abort.abort());
    await ended();
  }

  /** Attempts under way on this node. */
  get underWayCount(): number {
    return this.underWay.size;
  }

  /** For how long the delivery is due that is due longest, in seconds. Those of paused webhooks and failing receivers do not count. */
  lagSeconds(environment: Environment): Promise<number> {
    const nowMs = performance.now();
    const known = this.lags.get(environment);
    if (known && nowMs - known.readAtMs < LAG_MAX_AGE_MS) return known.seconds;
    const seconds = this.grants.get(environment).then((programIds) => this.claims.lagSeconds(environment, programIds));
    this.lags.set(environment, { seconds, readAtMs: nowMs });
    return seconds;
  }

  /** What an operator is told when deliveries are more than five minutes late, or cannot be made here; null when there is nothing to tell. */
  async complaint(environments: readonly Environment[]): Promise<string | null> {
    const faults: string[] = [];
    for (const environment of environments) {
      const [seconds, unreadable] = await Promise.all([this.lagSeconds(environment), this.claims.unreadableCount(environment)]);
      if (seconds > LATE_SECONDS) faults.push(`the oldest due delivery of ${environment} waits for ${Math.floor(seconds)} s`);
      if (unreadable > 0) faults.push(`SECRETS_KEY is not the key of ${unreadable} webhooks of ${environment}`);
    }
    return faults.length === 0 ? null : faults.join(', ');
  }

  /** Looks for due deliveries now. */
  hurry(environment: Environment): void {
    if (this.isClosing) return;
    this.hurried.add(environment);
    if (this.claiming.has(environment)) return;
    const claiming = this.claimAll(environment)
      .then(() => this.failing.delete(environment))
      .catch((error: unknown) => this.noteFault(environment, error))
      .then(() => void this.claiming.delete(environment));
    this.claiming.set(environment, claiming);
  }

  private async claimAll(environment: Environment): Promise<void> {
    while (this.hurried.delete(environment) && !this.isClosing) {
      const room = Math.min(this.bulkheads.webhookDeliveries.roomIn(environment), MOST_AT_ONCE);
      if (room <= 0 || !(await this.claims.look(environment))) continue;
      const claimed = await this.claimWithin(environment, room);
      if (claimed === null) await sleep(TURN_MS * (0.5 + Math.random()));
      if (claimed === null || claimed === room) this.hurried.add(environment);
    }
  }

  /** How many it took; null: another node has its turn. */
  private async claimWithin(environment: Environment, room: number): Promise<number | null> {
    const deliveries = await this.claims.claim(environment, await this.grants.get(environment), room);
    for (const delivery of deliveries ?? []) this.begin(environment, delivery);
    return deliveries?.length ?? null;
  }

  private begin(environment: Environment, delivery: LeasedDelivery): void {
    const abort = new AbortController();
    const leave = this.bulkheads.webhookDeliveries.enter({ lane: environment, owner: delivery.webhookId });
    const done = this.send(environment, delivery, abort.signal)
      .catch((error: unknown) => this.noteFault(environment, error))
      .then(() => {
        this.underWay.delete(delivery);
        leave();
        this.hurry(environment);
      });
    this.underWay.set(delivery, { done, abort });
  }

  private async send(environment: Environment, delivery: LeasedDelivery, signal: AbortSignal): Promise<void> {
    const outcome = await this.attempts.make(environment, delivery, signal);
    if (outcome === 'unreadable') await this.outcomes.disableUnreadable(environment, delivery.webhookId, delivery.secret);
    if (typeof outcome === 'string') return this.claims.giveBack(environment, [delivery]);
    this.attempted.emit(environment, outcome.failure ?? 'delivered');
    await this.journal.write(environment, outcome);
  }

  /** Said once: without a database it fails all the time. */
  private noteFault(environment: Environment, error: unknown): void {
    if (!this.failing.has(environment))
      this.logger.warn(`Deliveries to webhooks of ${environment} wait: ${error instanceof Error ? error.message : String(error)}`);
    this.failing.add(environment);
  }
}
