import { randomUUID } from 'node:crypto';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { Config } from '../config/config.js';
import { formatRedisHosts, parseRedisUrl } from '../config/redis-url.js';
import { ADMIT, CLAIM, RENEW } from './limit-scripts.js';
import { createRedisClient } from './redis-client.js';

/** Time after which the places of a killed node are free again. */
const LEASE_MS = 30_000;
const RENEWAL_MS = 10_000;
const REPLY_TIMEOUT_MS = 500;
const IDS_PER_RENEWAL = 1_000;

/** Scripts defined as commands; the client sends their digest. */
interface LimitScripts {
  limitClaim(key: string, id: string, limit: number, leaseMs: number): Promise<number>;
  limitRenew(key: string, leaseMs: number, ...ids: string[]): Promise<number>;
  limitAdmit(key: string, burst: number, intervalMs: number): Promise<number>;
}

export interface CallRate {
  readonly burst: number;
  readonly intervalMs: number;
}

/** Limits of all nodes together, in Redis. Without it, and while it is unavailable, each node limits alone. */
@Injectable()
export class SharedLimits implements OnApplicationBootstrap, OnApplicationShutdown {
  /** Whether Redis responds and has the places that this node holds. */
  private isUp = false;
  private isReported = false;
  private readonly logger = new Logger('SharedLimits');
  private readonly node = randomUUID().slice(0, 8);
  private client: (Redis & LimitScripts) | null = null;
  private claims = 0;
  /** Ids of the held places by key. */
  private readonly held = new Map<string, Set<string>>();
  private renewal: NodeJS.Timeout | undefined;
  private joining: Promise<void> | undefined;

  constructor(private readonly config: Config) {}

  async onApplicationBootstrap(): Promise<void> {
    const { redisUrl } = this.config;
    if (redisUrl === null) return;
    const client = await createRedisClient(redisUrl, { commandTimeout: REPLY_TIMEOUT_MS });
    client.defineCommand('limitClaim', { lua: CLAIM, numberOfKeys: 1 });
    client.defineCommand('limitRenew', { lua: RENEW, numberOfKeys: 1 });
    client.defineCommand('limitAdmit', { lua: ADMIT, numberOfKeys: 1 });
    client.on('error', () => undefined);
    client.on('ready', () => void (this.joining = this.join()));
    client.on('close', () => this.lose('the connection is closed'));
    this.client = client as Redis & LimitScripts;
    this.renewal = setInterval(() => void this.renew().catch((error: unknown) => this.lose(toText(error))), RENEWAL_MS).unref();
    await client.connect().catch(() => undefined);
    await this.joining;
  }

  onApplicationShutdown(): void {
    this.isReported = true;
    clearInterval(this.renewal);
    this.client?.disconnect();
  }

  /** Claims a place of all nodes and returns its release function; null when `limit` places are held. */
  async claim(key: string, limit: number): Promise<(() => void) | null> {
    if (this.config.redisUrl === null) return () => undefined;
    const name = `gateway:held:${key}`;
    const id = `${this.node}:${(this.claims += 1)}`;
    this.hold(name, id);
    // A place that Redis has not counted is added by the next renewal.
    const isClaimed = await this.run((client) => client.limitClaim(name, id, limit, LEASE_MS));
    if (isClaimed !== 0) return () => this.release(name, id);
    this.letGo(name, id);
    return null;
  }

  /** Counts a call and returns 0, or returns the milliseconds until one is admitted. Null without Redis. */
  admit(key: string, { burst, intervalMs }: CallRate): Promise<number | null> {
    return this.run((client) => client.limitAdmit(`gateway:admitted:${key}`, burst, intervalMs));
  }

  private hold(name: string, id: string): void {
    const ids = this.held.get(name) ?? new Set();
    this.held.set(name, ids.add(id));
  }

  private letGo(name: string, id: string): void {
    const ids = this.held.get(name);
    ids?.delete(id);
    if (ids?.size === 0) this.held.delete(name);
  }

  private release(name: string, id: string): void {
    this.letGo(name, id);
    void this.run((client) => client.zrem(name, id));
  }

  private async join(): Promise<void> {
    try {
      await this.client?.ping();
      await this.renew();
    } catch {
      return this.reconnect();
    }
    this.isUp = true;
    this.isReported = false;
    this.logger.log(`The limits of all nodes are kept in Redis at ${this.place}.`);
  }

  private async renew(): Promise<void> {
    const batches = [...this.held].flatMap(([name, ids]) =>
      Array.from({ length: Math.ceil(ids.size / IDS_PER_RENEWAL) }, (_, index) => {
        return { name, ids: [...ids].slice(index * IDS_PER_RENEWAL, (index + 1) * IDS_PER_RENEWAL) };
      }),
    );
    await Promise.all(batches.map(async (batch) => this.client?.limitRenew(batch.name, LEASE_MS, ...batch.ids)));
  }

  /** Returns null while Redis is unavailable. */
  private async run<T>(command: (client: Redis & LimitScripts) => Promise<T>): Promise<T | null> {
    if (!this.isUp || this.client === null) return null;
    try {
      return await command(this.client);
    } catch (error) {
      this.lose(toText(error));
      return null;
    }
  }

  private lose(reason: string): void {
    const wasUp = this.isUp;
    this.isUp = false;
    if (!this.isReported)
      this.logger.warn(`Redis at ${this.place} is not available (${reason}). This node applies its limits alone until Redis is back.`);
    this.isReported = true;
    if (wasUp) this.reconnect();
  }

  private reconnect(): void {
    if (this.client?.status === 'ready') this.client.disconnect(true);
  }

  private get place(): string {
    return formatRedisHosts(parseRedisUrl(this.config.redisUrl ?? ''));
  }
}

function toText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
