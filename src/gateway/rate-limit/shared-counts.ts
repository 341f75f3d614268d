import { randomUUID } from 'node:crypto';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { RedisLink } from '../../store/redis/redis-link.js';
import { OwnCounts, type ServiceCalls } from './own-counts.js';
import { ALL, type RateWindow, type WindowUsage } from './rate-decision.js';
import { COUNT, ADD_CALLS } from './redis-script.js';

const CALLS_PER_BATCH = 2000;

interface Scripts {
  rateCount(keys: number, ...keysAndValues: (string | number)[]): Promise<number[]>;
  rateAdd(...keysAndValues: (string | number)[]): Promise<number>;
}

/** After connecting, a node adds the calls that it counted alone. */
@Injectable()
export class SharedCounts implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly node = randomUUID().slice(0, 8);
  private readonly link: RedisLink<Scripts> | null;

  constructor(
    { redisUrl: url }: Config,
    private readonly own: OwnCounts,
  ) {
    this.link =
      url === null
        ? null
        : new RedisLink<Scripts>({
            url,
            logger: new Logger('RateLimit'),
            scripts: { rateCount: { lua: COUNT }, rateAdd: { lua: ADD_CALLS, numberOfKeys: 4 } },
            join: (finish) => this.sendAll(finish),
            texts: { up: 'The rate limit is counted', alone: 'This node counts the rate limit alone' },
          });
  }

  get isUp(): boolean {
    return this.link?.isUp === true;
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.link?.connect();
  }

  onApplicationShutdown(): void {
    this.link?.close();
  }

  /** Returns null without a reply in time. With a stamp, counts the call if it fits. */
  async count(programId: number, windows: readonly RateWindow[], stamp?: number): Promise<WindowUsage[] | null> {
    const names = windows.map((window) => window.of);
    const keys = listKeys(programId, names);
    const limits = windows.flatMap(({ spanMs, limit }) => [spanMs, limit ?? -1]);
    const values = [...this.spans(this.own.isLimitedPerDay(windows)), stamp === undefined ? '' : this.formatCallId(stamp), ...limits];
    const numbers = await this.link?.run((client) => client.rateCount(keys.length, ...keys, ...values)).catch(() => undefined);
    if (numbers === undefined) return null;
    return windows.map(({ limit }, index) => {
      const [used = 0, waitMs = 0, freedMs = -1] = numbers.slice(3 * index);
      return { limit, used, waitMs, freedInMs: freedMs < 0 ? null : freedMs };
    });
  }

  private async sendAll(finish: () => void): Promise<void> {
    for (let since = -Infinity; ;) {
      const stamp = this.own.time.stamp();
      const calls = this.own.callsSince(since);
      // No call can be added between this check and the end.
      if (calls.length === 0) return finish();
      for (const each of calls) await this.sendCalls(each);
      since = stamp;
    }
  }

  private async sendCalls({ programId, service, stamps, retainedMs }: ServiceCalls): Promise<void> {
    const spans = this.spans(retainedMs > this.own.windowMs);
    for (let from = 0; from < stamps.length; from += CALLS_PER_BATCH) {
      const nowMs = this.own.time.nowMs();
      const calls = stamps.slice(from, from + CALLS_PER_BATCH).flatMap((stamp) => [nowMs - Math.floor(stamp), this.formatCallId(stamp)]);
      await this.link?.run((client) => client.rateAdd(...listKeys(programId, [service]), ...spans, ...calls));
    }
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
