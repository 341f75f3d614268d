import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { Config } from '../../config/config.js';
import { OwnCounts, type RatedCall, type ServiceCalls } from './own-counts.js';
import type { WindowUsage } from './rate-decision.js';
import { COUNT, HAND_IN } from './redis-script.js';

/** No call waits longer for Redis. */
const ANSWER_TIMEOUT_MS = 500;
const CONNECT_TIMEOUT_MS = 2000;
const RETRY_DELAY_MS = 500;
const DISCONNECT_TIMEOUT_MS = 100;
/** Turns of the event loop in which a reply that has arrived already is read, before it counts as missing. */
const GRACE_TURNS = 3;
const CALLS_PER_HAND_IN = 2000;

/** The scripts as commands of the client, which sends the text once per connection and its digest from then on. */
interface Scripts {
  rateCount(keys: number, ...keysAndValues: (string | number)[]): Promise<number[]>;
  rateHandIn(...keysAndValues: (string | number)[]): Promise<number>;
}

/** With a stamp the call is counted. With `freeMs` the program asks for a call outside the quota, one in that time. */
type Question = Pick<RatedCall, 'programId' | 'windows'> & Partial<RatedCall> & { readonly freeMs?: number };

interface Reply {
  /** Milliseconds until the program may make a call outside the quota; with 0 it has made it. */
  readonly waitMs: number;
  readonly usages: WindowUsage[];
}

/**
 * Counts the calls of all nodes in Redis. After each connection the node hands in all calls that it admitted itself. Each has an id, so Redis
 * counts none twice.
 */
@Injectable()
export class SharedCounts implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('RateLimit');
  private readonly node = randomUUID().slice(0, 8);
  private readonly url: string | null;
  private client: (Redis & Scripts) | null = null;
  private isJoined = false;
  private isReported = false;
  private joining: Promise<void> | undefined;

  constructor(
    config: Config,
    private readonly own: OwnCounts,
  ) {
    this.url = config.redisUrl;
  }

  /** Whether there is a REDIS_URL. */
  get isConfigured(): boolean {
    return this.url !== null;
  }

  /** Whether Redis responds and knows what this node has counted. */
  get isUp(): boolean {
    return this.isJoined;
  }

  /** Connects, and reconnects in the background whenever the connection is lost. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.url === null) return;
    // Most nodes have no Redis: they start without loading its client.
    const { Redis: Client } = await import('ioredis');
    const client = new Client(this.url, {
      lazyConnect: true,
      enableReadyCheck: false,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      disableClientInfo: true,
      retryStrategy: () => RETRY_DELAY_MS,
      connectTimeout: CONNECT_TIMEOUT_MS,
      disconnectTimeout: DISCONNECT_TIMEOUT_MS,
    });
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

  /**
   * Reads the use of the windows, and counts the call when it fits all of them.
   * @throws when Redis does not answer in time
   */
  async count({ programId, windows, stamp, keepsDay = false, freeMs = 0 }: Question): Promise<Reply> {
    const keys = ['ahead', 'daily', 'all', 'free', ...windows.map(({ service }) => setOf(service))].map((name) => keyOf(programId, name));
    const limits = windows.flatMap(({ spanMs, limit }) => [spanMs, limit ?? -1]);
    const values = [this.own.windowMs, this.own.dayMs, Number(keepsDay), stamp === undefined ? '' : this.idOf(stamp), freeMs, ...limits];
    const [waitMs = 0, ...numbers] = await this.run((client) => client.rateCount(keys.length, ...keys, ...values));
    const usages = windows.map(({ limit }, index) => {
      const [used = 0, wait = 0, freedMs = -1] = numbers.slice(3 * index);
      return { limit, used, waitMs: wait, freedInMs: freedMs < 0 ? null : freedMs };
    });
    return { waitMs, usages };
  }

  private async join(): Promise<void> {
    try {
      for (let since = -Infinity; ;) {
        const stamp = this.own.time.stamp();
        const calls = this.own.callsSince(since);
        // In the same turn, so that no call is counted here and never handed in.
        if (calls.length === 0) break;
        for (const each of calls) await this.handIn(each);
        since = stamp;
      }
    } catch {
      return this.reconnect();
    }
    this.isJoined = true;
    this.isReported = false;
    this.logger.log(`The rate limit is counted in Redis at ${this.host}.`);
  }

  private async handIn({ programId, service, stamps, keptMs }: ServiceCalls): Promise<void> {
    const keys = ['ahead', 'daily', 'all', setOf(service)].map((name) => keyOf(programId, name));
    for (let from = 0; from < stamps.length; from += CALLS_PER_HAND_IN) {
      const nowMs = this.own.time.nowMs();
      const calls = stamps.slice(from, from + CALLS_PER_HAND_IN).flatMap((stamp) => [nowMs - Math.floor(stamp), this.idOf(stamp)]);
      await this.run((client) =>
        client.rateHandIn(...keys, this.own.windowMs, this.own.dayMs, Number(keptMs > this.own.windowMs), ...calls),
      );
    }
  }

  private async run<T>(command: (client: Redis & Scripts) => Promise<T>): Promise<T> {
    if (this.client === null) throw new Error('There is no connection to Redis.');
    try {
      return await within(ANSWER_TIMEOUT_MS, command(this.client));
    } catch (error) {
      // With an error of the server (read-only, out of memory) too each node counts for itself.
      this.lose(error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  private lose(reason: string): void {
    const wasJoined = this.isJoined;
    this.isJoined = false;
    if (!this.isReported) this.logger.warn(`Redis at ${this.host} is gone (${reason}): this node keeps its own count of the rate limit.`);
    this.isReported = true;
    if (wasJoined) this.reconnect();
  }

  private reconnect(): void {
    if (this.client?.status === 'ready') this.client.disconnect(true);
  }

  private get host(): string {
    return new URL(this.url ?? '').host;
  }

  private idOf(stamp: number): string {
    return `${this.node}${stamp}`;
  }
}

function setOf(service: string | null): string {
  return service === null ? 'all' : `of:${service}`;
}

function keyOf(programId: number, name: string): string {
  return `gateway:calls:${programId}:${name}`;
}

/** @throws when the reply does not come in time */
async function within<T>(timeoutMs: number, reply: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => void expire(reject), timeoutMs);
  });
  const expire = async (reject: (error: Error) => void): Promise<void> => {
    // The timer is late when this process was busy, and then the reply may lie in the socket.
    for (let turn = 0; turn < GRACE_TURNS; turn += 1) await setImmediate();
    reject(new Error(`no answer within ${timeoutMs} ms`));
  };
  try {
    return await Promise.race([reply, late]);
  } finally {
    clearTimeout(timer);
  }
}
