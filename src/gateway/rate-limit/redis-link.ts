import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';

/** No call waits longer for Redis. */
const ANSWER_TIMEOUT_MS = 500;
const CONNECT_TIMEOUT_MS = 2000;
const RETRY_DELAY_MS = 500;
const DISCONNECT_TIMEOUT_MS = 100;
/** Turns of the event loop in which a reply that has arrived already is read before it counts as missing. */
const GRACE_TURNS = 3;

/** Redis did not reply. */
export class RedisGone extends Error {
  constructor(
    reason: string,
    /** The command was sent and may still be carried out. */
    readonly isUncertain: boolean,
  ) {
    super(reason);
    this.name = 'RedisGone';
  }
}

interface Waiting {
  readonly sentMs: number;
  readonly fail: (gone: RedisGone) => void;
}

/**
 * One connection to Redis that is either up or gone. When it is gone, every waiting command fails at once, and a new one is tried every half
 * second; it is up again when `join` says so. Nothing is queued and nothing is sent twice.
 */
export class RedisLink {
  private readonly logger = new Logger('RateLimit');
  private readonly host: string;
  private client: Redis | null = null;
  private isJoined = false;
  private isReported = false;
  private isStopped = false;
  private retry: NodeJS.Timeout | undefined;
  private readonly waiting = new Set<Waiting>();
  private watch: NodeJS.Timeout | undefined;

  constructor(
    private readonly url: string,
    private readonly join: (client: Redis, up: () => void) => Promise<void>,
  ) {
    this.host = new URL(url).host;
  }

  get isUp(): boolean {
    return this.isJoined;
  }

  /** Tries once, and goes on trying in the background. */
  async open(): Promise<void> {
    // Most nodes have no Redis: they start without loading its client.
    const { Redis: Client } = await import('ioredis');
    if (this.isStopped) return;
    const client = new Client(this.url, {
      lazyConnect: true,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: null,
      retryStrategy: () => null,
      connectTimeout: CONNECT_TIMEOUT_MS,
      disconnectTimeout: DISCONNECT_TIMEOUT_MS,
      connectionName: 'insurance-gateway',
    });
    this.client = client;
    client.on('error', () => undefined);
    client.on('close', () => this.lose(client, 'the connection is closed', false));
    try {
      await within(CONNECT_TIMEOUT_MS, client.connect());
      await this.join(client, () => this.gain(client));
    } catch (error) {
      this.lose(client, error instanceof Error ? error.message : String(error), false);
    }
  }

  close(): void {
    this.isStopped = true;
    clearTimeout(this.retry);
    if (this.client !== null) this.lose(this.client, 'this node stops', false);
  }

  /**
   * One command on the connection; also while it is joining.
   * @throws RedisGone when there is no reply in time
   */
  run<T>(command: (client: Redis) => Promise<T>): Promise<T> {
    const { client } = this;
    if (client?.status !== 'ready') return Promise.reject(new RedisGone('the connection is closed', false));
    return new Promise<T>((resolve, reject) => {
      const waiting: Waiting = { sentMs: performance.now(), fail: reject };
      this.waiting.add(waiting);
      this.watch ??= setTimeout(() => this.look(), ANSWER_TIMEOUT_MS).unref();
      command(client).then(
        (answer) => {
          this.waiting.delete(waiting);
          resolve(answer);
        },
        (error: unknown) => {
          // An error of the server (read-only, out of memory) helps no caller either: until it is gone, each node counts for itself.
          const reason = error instanceof Error ? error.message : String(error);
          this.waiting.delete(waiting);
          reject(new RedisGone(reason, false));
          this.lose(client, reason, false);
        },
      );
    });
  }

  /** Redis replies to commands in their order: the first one waits longest. */
  private look(turns = GRACE_TURNS): void {
    this.watch = undefined;
    const [first] = this.waiting;
    if (first === undefined) return;
    const leftMs = first.sentMs + ANSWER_TIMEOUT_MS - performance.now();
    if (leftMs > 0) this.watch = setTimeout(() => this.look(), leftMs + 1).unref();
    // The timer is late when this process was busy, and then the reply may lie in the socket: it is read before Redis counts as gone.
    else if (turns > 0) setImmediate(() => this.look(turns - 1));
    else if (this.client !== null) this.lose(this.client, `no answer within ${ANSWER_TIMEOUT_MS} ms`, true);
  }

  private gain(client: Redis): void {
    if (this.client !== client) return;
    this.isJoined = true;
    this.isReported = false;
    this.logger.log(`The rate limit is counted in Redis at ${this.host}.`);
  }

  private lose(client: Redis, reason: string, isUncertain: boolean): void {
    if (this.client !== client) return;
    this.client = null;
    this.isJoined = false;
    client.disconnect();
    const waiting = [...this.waiting];
    this.waiting.clear();
    for (const { fail } of waiting) fail(new RedisGone(reason, isUncertain));
    if (this.isStopped) return;
    if (!this.isReported) this.logger.warn(`Redis at ${this.host} is gone (${reason}): this node keeps its own count of the rate limit.`);
    this.isReported = true;
    this.retry = setTimeout(() => void this.open(), RETRY_DELAY_MS).unref();
  }
}

async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no connection within ${timeoutMs} ms`)), timeoutMs).unref();
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
