import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { Config } from '../../config/config.js';
import { formatRedisHosts, parseRedisUrl } from '../../config/redis-url.js';
import { createRedisClient } from '../../redis/redis-client.js';
import { OwnCounts, type ServiceCalls } from './own-counts.js';
import { ALL, type RateWindow, type WindowUsage } from './rate-decision.js';
import { COUNT, HAND_IN } from './redis-script.js';

const REPLY_TIMEOUT_MS = 500;
/** Turns of the event loop in which a late reply is still read. */
const GRACE_TURNS = 3;
const CALLS_PER_HAND_IN = 2000;

/** Scripts defined as commands; the client sends their digest. */
interface Scripts {
  rateCount(keys: number, ...keysAndValues: (string | number)[]): Promise<number[]>;
  rateHandIn(...keysAndValues: (string | number)[]): Promise<number>;
}

/** Counts the calls of all nodes in Redis. After connecting, a node adds the calls that it counted alone. */
@Injectable()
export class SharedCounts implements OnApplicationBootstrap, OnApplicationShutdown {
  /** Whether Redis responds and has the calls of this node. */
  isUp = false;
  private readonly url: string | null;
  /** Hosts of Redis, for the log. */
  private readonly place: string;
  private readonly logger = new Logger('RateLimit');
  private readonly node = randomUUID().slice(0, 8);
  private client: (Redis & Scripts) | null = null;
  private isReported = false;
  private joining: Promise<void> | undefined;

  constructor(
    config: Config,
    private readonly own: OwnCounts,
  ) {
    this.url = config.redisUrl;
    this.place = this.url === null ? '' : formatRedisHosts(parseRedisUrl(this.url));
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.url === null) return;
    const client = await createRedisClient(this.url);
    client.defineCommand('rateCount', { lua: COUNT });
    client.defineCommand('rateHandIn', { lua: HAND_IN, numberOfKeys: 4 });
    client.on('error', () => undefined);
    client.on('ready', () => void (this.joining = this.join()));
    client.on('close', () => this.lose('the connection is closed'));
    this.client = client as Redis & Scripts;
    await client.connect().catch(() => undefined);
    await this.joining;
  }

  onApplicationShutdown(): void {
    this.isReported = true;
    this.client?.disconnect();
  }

  /** Returns the usage, or null without a reply in time. With a stamp, counts the call if it fits. */
  async count(programId: number, windows: readonly RateWindow[], stamp?: number): Promise<WindowUsage[] | null> {
    const names = windows.map((window) => window.of);
    const keys = listKeys(programId, names);
    const limits = windows.flatMap(({ spanMs, limit }) => [spanMs, limit ?? -1]);
    const values = [...this.spans(this.own.isLimitedPerDay(windows)), stamp === undefined ? '' : this.formatCallId(stamp), ...limits];
    const numbers = await this.run((client) => client.rateCount(keys.length, ...keys, ...values)).catch(() => null);
    if (numbers === null) return null;
    return windows.map(({ limit }, index) => {
      const [used = 0, waitMs = 0, freedMs = -1] = numbers.slice(3 * index);
      return { limit, used, waitMs, freedInMs: freedMs < 0 ? null : freedMs };
    });
  }

  private async join(): Promise<void> {
    try {
      for (let since = -Infinity; ;) {
        const stamp = this.own.time.stamp();
        const calls = this.own.callsSince(since);
        // No call can be added between this check and `isUp`.
        if (calls.length === 0) break;
        for (const each of calls) await this.handIn(each);
        since = stamp;
      }
    } catch {
      return this.reconnect();
    }
    this.isUp = true;
    this.isReported = false;
    this.logger.log(`The rate limit is counted in Redis at ${this.place}.`);
  }

  private async handIn({ programId, service, stamps, keptMs }: ServiceCalls): Promise<void> {
    const spans = this.spans(keptMs > this.own.windowMs);
    for (let from = 0; from < stamps.length; from += CALLS_PER_HAND_IN) {
      const nowMs = this.own.time.nowMs();
      const calls = stamps.slice(from, from + CALLS_PER_HAND_IN).flatMap((stamp) => [nowMs - Math.floor(stamp), this.formatCallId(stamp)]);
      await this.run((client) => client.rateHandIn(...listKeys(programId, [service]), ...spans, ...calls));
    }
  }

  private async run<T>(command: (client: Redis & Scripts) => Promise<T>): Promise<T> {
    try {
      return await within(REPLY_TIMEOUT_MS, command(this.client!));
    } catch (error) {
      // Includes errors of the server, such as out of memory.
      this.lose(error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  private lose(reason: string): void {
    const wasUp = this.isUp;
    this.isUp = false;
    if (!this.isReported)
      this.logger.warn(`Redis at ${this.place} is not available (${reason}). This node counts the rate limit alone until Redis is back.`);
    this.isReported = true;
    if (wasUp) this.reconnect();
  }

  private reconnect(): void {
    if (this.client?.status === 'ready') this.client.disconnect(true);
  }

  private spans(isLimitedPerDay: boolean): number[] {
    return [this.own.windowMs, this.own.dayMs, Number(isLimitedPerDay)];
  }

  private formatCallId(stamp: number): string {
    return `${this.node}${stamp}`;
  }
}

function listKeys(programId: number, names: readonly string[]): string[] {
  return ['ahead', 'daily', ALL, ...names].map((name) => `gateway:calls:${programId}:${name}`);
}

async function within<T>(timeoutMs: number, reply: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => void expire(reject), timeoutMs);
  });
  const expire = async (reject: (error: Error) => void): Promise<void> => {
    // A busy process may not have read the reply yet.
    for (let turn = 0; turn < GRACE_TURNS; turn += 1) await setImmediate();
    reject(new Error(`no reply within ${timeoutMs} ms`));
  };
  try {
    return await Promise.race([reply, late]);
  } finally {
    clearTimeout(timer);
  }
}
