import { setImmediate } from 'node:timers/promises';
import type { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { formatRedisHosts, parseRedisUrl } from '../../config/redis-url.js';
import { createRedisClient } from './redis-client.js';

const REPLY_TIMEOUT_MS = 500;
/** Turns of the event loop in which a late reply is still read. */
const GRACE_TURNS = 3;

interface Script {
  readonly lua: string;
  readonly numberOfKeys?: number;
}

export interface RedisLinkSettings<Commands> {
  readonly url: string;
  readonly logger: Logger;
  readonly scripts: Readonly<Record<keyof Commands & string, Script>>;
  readonly join: (finish: () => void) => Promise<void>;
  readonly texts: { readonly up: string; readonly alone: string };
}

export class RedisLink<Commands> {
  isUp = false;
  private readonly place: string;
  private client: (Redis & Commands) | null = null;
  private isReported = false;
  private joining: Promise<void> | undefined;

  constructor(private readonly settings: RedisLinkSettings<Commands>) {
    this.place = formatRedisHosts(parseRedisUrl(settings.url));
  }

  async connect(): Promise<void> {
    const client = await createRedisClient(this.settings.url);
    for (const [name, script] of Object.entries<Script>(this.settings.scripts)) client.defineCommand(name, script);
    client.on('error', () => undefined);
    client.on('ready', () => void (this.joining = this.join()));
    client.on('close', () => this.disconnect('the connection is closed'));
    this.client = client as Redis & Commands;
    await client.connect().catch(() => undefined);
    await this.joining;
  }

  close(): void {
    this.isReported = true;
    this.client?.disconnect();
  }

  /** Runs a command. Any error, and a reply that is late, means that Redis is lost. */
  async run<T>(command: (client: Redis & Commands) => Promise<T>): Promise<T> {
    try {
      if (this.client === null) throw new Error('not connected yet');
      return await within(REPLY_TIMEOUT_MS, command(this.client));
    } catch (error) {
      this.disconnect(error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  private async join(): Promise<void> {
    try {
      await this.settings.join(() => this.finish());
    } catch {
      this.reconnect();
    }
  }

  private finish(): void {
    this.isUp = true;
    this.isReported = false;
    this.settings.logger.log(`${this.settings.texts.up} in Redis at ${this.place}.`);
  }

  private disconnect(reason: string): void {
    const wasUp = this.isUp;
    this.isUp = false;
    if (!this.isReported)
      this.settings.logger.warn(`Redis at ${this.place} is not available (${reason}). ${this.settings.texts.alone} until Redis is back.`);
    this.isReported = true;
    if (wasUp) this.reconnect();
  }

  private reconnect(): void {
    if (this.client?.status === 'ready') this.client.disconnect(true);
  }
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
