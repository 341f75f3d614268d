import { randomUUID } from 'node:crypto';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { Config } from '../../config/config.js';
import { ADMIT, CLAIM, RENEW } from './limit-scripts.js';
import { RedisLink } from './redis-link.js';

/** Time after which the places of a killed node are free again. */
const LEASE_MS = 30_000;
const RENEWAL_MS = 10_000;
const IDS_PER_RENEWAL = 1_000;

interface LimitScripts {
  limitClaim(key: string, id: string, limit: number, leaseMs: number): Promise<number>;
  limitRenew(key: string, leaseMs: number, ...ids: string[]): Promise<number>;
  limitAdmit(key: string, burst: number, intervalMs: number): Promise<number>;
}

export interface CallRate {
  readonly burst: number;
  readonly intervalMs: number;
}

/** Without Redis, and while it is unavailable, each node limits alone. */
@Injectable()
export class SharedLimits implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly node = randomUUID().slice(0, 8);
  private readonly link: RedisLink<LimitScripts> | null;
  private claims = 0;
  private readonly held = new Map<string, Set<string>>();
  private renewal: NodeJS.Timeout | undefined;

  constructor({ redisUrl: url }: Config) {
    this.link =
      url === null
        ? null
        : new RedisLink<LimitScripts>({
            url,
            logger: new Logger('SharedLimits'),
            scripts: {
              limitClaim: { lua: CLAIM, numberOfKeys: 1 },
              limitRenew: { lua: RENEW, numberOfKeys: 1 },
              limitAdmit: { lua: ADMIT, numberOfKeys: 1 },
            },
            join: async (finish) => {
              await this.renew();
              finish();
            },
            texts: { up: 'The limits of all nodes are kept', alone: 'This node applies its limits alone' },
          });
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.link === null) return;
    await this.link.connect();
    // A failure is logged by the link, and joining again renews.
    this.renewal = setInterval(() => void this.renew().catch(() => undefined), RENEWAL_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.renewal);
    this.link?.close();
  }

  async claim(key: string, limit: number): Promise<(() => void) | null> {
    if (this.link === null) return () => undefined;
    const name = `gateway:held:${key}`;
    const id = `${this.node}:${(this.claims += 1)}`;
    this.addClaim(name, id);
    // A place that Redis has not counted is added by the next renewal.
    const isClaimed = await this.run((client) => client.limitClaim(name, id, limit, LEASE_MS));
    if (isClaimed !== 0) return () => this.release(name, id);
    this.removeClaim(name, id);
    return null;
  }

  admit(key: string, { burst, intervalMs }: CallRate): Promise<number | null> {
    return this.run((client) => client.limitAdmit(`gateway:admitted:${key}`, burst, intervalMs));
  }

  private addClaim(name: string, id: string): void {
    const ids = this.held.get(name) ?? new Set();
    this.held.set(name, ids.add(id));
  }

  private removeClaim(name: string, id: string): void {
    const ids = this.held.get(name);
    ids?.delete(id);
    if (ids?.size === 0) this.held.delete(name);
  }

  private release(name: string, id: string): void {
    this.removeClaim(name, id);
    void this.run((client) => client.zrem(name, id));
  }

  private async renew(): Promise<void> {
    const batches = [...this.held].flatMap(([name, ids]) =>
      Array.from({ length: Math.ceil(ids.size / IDS_PER_RENEWAL) }, (_, index) => {
        return { name, ids: [...ids].slice(index * IDS_PER_RENEWAL, (index + 1) * IDS_PER_RENEWAL) };
      }),
    );
    await this.link?.run((client) =>
      Promise.all([client.ping(), ...batches.map(({ name, ids }) => client.limitRenew(name, LEASE_MS, ...ids))]),
    );
  }

  private async run<T>(command: (client: Redis & LimitScripts) => Promise<T>): Promise<T | null> {
    return this.link?.isUp ? this.link.run(command).catch(() => null) : null;
  }
}
