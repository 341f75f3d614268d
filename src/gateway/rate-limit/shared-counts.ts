import { randomUUID } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { Config } from '../../config/config.js';
import { OwnCounts, type ServiceCalls } from './own-counts.js';
import { decide, decideFree, FREE_CALL_MS, type RateDecision, type RateState, type RateTerms, type RateUsage } from './rate-decision.js';
import { RedisGone, RedisLink } from './redis-link.js';
import { ADMIT, JOIN, LOOK, MERGE } from './redis-scripts.js';

const PREFIX = 'gateway:rate';
const LAST_KEY = `${PREFIX}:last`;
const RUN_KEPT_MS = 2 * 86_400_000;
const MAX_CALLS_PER_MERGE = 5000;
const NONE = -1;

/** The scripts as commands of the client, which sends the text once per connection and its digest from then on. */
interface Scripts {
  rateAdmit(...keysAndValues: (string | number)[]): Promise<number[]>;
  rateLook(keys: number, ...keysAndValues: (string | number)[]): Promise<number[]>;
  rateMerge(...keysAndValues: (string | number)[]): Promise<number>;
  rateJoin(...keysAndValues: (string | number)[]): Promise<string>;
}

interface Merge {
  readonly id: string;
  readonly calls: ServiceCalls;
}

/**
 * The counts of all nodes, in Redis. This node notes its own calls beside it: when Redis is gone it goes on from those, and when Redis is back
 * it hands in what Redis does not know.
 */
@Injectable()
export class SharedCounts implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly link: RedisLink | null;
  /** Which start of the server knows this node's calls. */
  private knownRun: string | null = null;
  private merging: Merge[] = [];
  private alone = 0;

  constructor(
    config: Config,
    private readonly own: OwnCounts,
  ) {
    this.link = config.redisUrl === null ? null : new RedisLink(config.redisUrl, (client, up) => this.join(client, up));
  }

  /** Whether Redis responds and knows what this node has counted. */
  get isUp(): boolean {
    return this.link?.isUp === true;
  }

  /** For the operator; null without REDIS_URL. `alone`: calls decided by this node's own count. */
  get state(): { readonly isUp: boolean; readonly alone: number } | null {
    return this.link === null ? null : { isUp: this.isUp, alone: this.alone };
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.link?.open();
  }

  onApplicationShutdown(): void {
    this.link?.close();
  }

  /** Admits and counts the call, or refuses it; by this node's own count when Redis does not respond in time. */
  async admit(terms: RateTerms, service: string): Promise<RateDecision> {
    const { programId, ratePerDay, serviceRates } = terms;
    const perHour = this.own.hourLimit(terms);
    const perService = serviceRates[service];
    const limits = [perHour, ratePerDay ?? NONE, perService ?? NONE];
    // Not later than Redis counts it: what Redis says it knows is then never handed in again.
    const momentMs = this.own.steadyMs();
    let answer: number[];
    try {
      answer = await this.run((redis) =>
        redis.rateAdmit(...keysOf(programId), serviceKey(programId, service), LAST_KEY, this.own.windowMs, this.own.dayMs, ...limits),
      );
    } catch (error) {
      return this.admitAlone(terms, service, error instanceof RedisGone && error.isUncertain);
    }
    const [hourUsed = 0, hourWaitMs = 0, dayUsed = 0, dayWaitMs = 0, serviceUsed = 0, serviceWaitMs = 0] = answer;
    const states: RateState[] = [{ limit: perHour, used: hourUsed, waitMs: hourWaitMs }];
    if (ratePerDay !== null) states.push({ limit: ratePerDay, used: dayUsed, waitMs: dayWaitMs });
    if (perService !== undefined) states.push({ limit: perService, used: serviceUsed, waitMs: serviceWaitMs });
    const decision = decide(states);
    if (decision.admitted) this.own.record(terms, service, momentMs);
    return decision;
  }

  async admitFree(terms: RateTerms): Promise<RateDecision> {
    try {
      const { waitMs, usage } = await this.look(terms, [], FREE_CALL_MS);
      return decideFree(usage, waitMs);
    } catch {
      return decideFree(this.own.usage(terms, []), this.own.admitFree(terms.programId));
    }
  }

  async usage(terms: RateTerms, services: readonly string[]): Promise<RateUsage> {
    try {
      return (await this.look(terms, services, 0)).usage;
    } catch {
      return this.own.usage(terms, services);
    }
  }

  /** The call by this node's own count. `isKnown`: Redis may have counted it all the same. */
  admitAlone(terms: RateTerms, service: string, isKnown = false): RateDecision {
    this.alone += 1;
    return this.own.admit(terms, service, isKnown);
  }

  private async look(terms: RateTerms, services: readonly string[], freeMs: number): Promise<{ waitMs: number; usage: RateUsage }> {
    const { programId, ratePerDay, serviceRates } = terms;
    const keys = [...keysOf(programId), `${PREFIX}:${programId}:free`, ...services.map((service) => serviceKey(programId, service))];
    const [waitMs = 0, hourUsed = 0, hourFreedMs = NONE, dayUsed = 0, dayFreedMs = NONE, ...ofServices] = await this.run((redis) =>
      redis.rateLook(keys.length, ...keys, this.own.windowMs, this.own.dayMs, freeMs),
    );
    const usage = {
      hour: { limit: this.own.hourLimit(terms), used: hourUsed, freedInMs: orNull(hourFreedMs) },
      day: ratePerDay === null ? null : { limit: ratePerDay, used: dayUsed, freedInMs: orNull(dayFreedMs) },
      services: services.map((service, index) => ({
        service,
        limit: serviceRates[service] ?? null,
        used: ofServices[2 * index] ?? 0,
        freedInMs: orNull(ofServices[2 * index + 1] ?? NONE),
      })),
    };
    return { waitMs, usage };
  }

  private run<T>(command: (redis: Scripts) => Promise<T>): Promise<T> {
    if (this.link === null) throw new Error('There is no REDIS_URL');
    return this.link.run((client) => command(client as unknown as Scripts));
  }

  /** Hands in what Redis does not know: what was counted while it was gone, and what it lost itself when it is a new start of the server. */
  private async join(client: Redis, up: () => void): Promise<void> {
    define(client);
    const run = await this.link!.run(() => runOf(client));
    const knownMsAgo = Number(await this.run((redis) => redis.rateJoin(`${PREFIX}:run:${run}`, LAST_KEY, RUN_KEPT_MS)));
    if (run !== this.knownRun) {
      // What was on its way to the former start is among what is handed in now.
      this.merging = [];
      this.own.markUnsavedSince(this.own.nowMs() - knownMsAgo);
    }
    this.knownRun = run;
    for (;;) {
      if (this.merging.length === 0) this.merging = this.own.takeUnsaved(MAX_CALLS_PER_MERGE).map((calls) => ({ id: randomUUID(), calls }));
      // In the same turn, so that no call is counted here and never handed in.
      if (this.merging.length === 0) return up();
      await Promise.all(this.merging.map((merge) => this.handIn(merge)));
      this.merging = [];
    }
  }

  private handIn({ id, calls }: Merge): Promise<number> {
    const { programId, service, admittedMs, keepsDay } = calls;
    const nowMs = this.own.nowMs();
    const ages = admittedMs.map((atMs) => Math.max(0, nowMs - atMs));
    const keys = [...keysOf(programId), serviceKey(programId, service), `${PREFIX}:merge:${id}`];
    return this.run((redis) => redis.rateMerge(...keys, this.own.windowMs, this.own.dayMs, keepsDay ? 1 : 0, ...ages));
  }
}

function keysOf(programId: number): string[] {
  return ['all', 'day', 'daily', 'ahead'].map((name) => `${PREFIX}:${programId}:${name}`);
}

function serviceKey(programId: number, service: string): string {
  return `${PREFIX}:${programId}:of:${service}`;
}

function orNull(freedInMs: number): number | null {
  return freedInMs < 0 ? null : freedInMs;
}

function define(client: Redis): void {
  client.defineCommand('rateAdmit', { lua: ADMIT, numberOfKeys: 6 });
  client.defineCommand('rateLook', { lua: LOOK });
  client.defineCommand('rateMerge', { lua: MERGE, numberOfKeys: 6 });
  client.defineCommand('rateJoin', { lua: JOIN, numberOfKeys: 2 });
}

/** A number that changes whenever the server starts. */
async function runOf(client: Redis): Promise<string> {
  const run = /^run_id:(\w+)/m.exec(await client.info('server'))?.[1];
  if (run === undefined) throw new Error('INFO names no run_id');
  return run;
}
