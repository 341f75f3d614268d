import { spawn, type ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { Redis } from 'ioredis';
import { findFreePort, isInstalled } from './program.js';
import { createTemporaryFolder } from './temporary.js';
import { eventually } from './eventually.js';

export const hasRedis = (): boolean => isInstalled('redis-server', 'apt-get install redis-server');

const START_TIMEOUT_MS = 10_000;

/** A Redis server that can be killed and restarted on the same port. With `appendonly` it keeps its data. */
export class RedisServer {
  private child: ChildProcess | null = null;
  private ended: Promise<void> = Promise.resolve();

  private constructor(
    readonly port: number,
    private readonly folder: string,
    private readonly appendonly: boolean,
    private readonly more: Readonly<Record<string, string>>,
  ) {}

  /** `more` are further settings of the server. */
  static async start({
    appendonly = false,
    more = {},
  }: { appendonly?: boolean; more?: Record<string, string> } = {}): Promise<RedisServer> {
    const server = new RedisServer(await findFreePort(), await createTemporaryFolder(), appendonly, more);
    await server.runServer();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Runs work with a direct connection to the server. */
  async withClient<T>(work: (client: Redis) => Promise<T>): Promise<T> {
    const client = new Redis(this.url);
    try {
      return await work(client);
    } finally {
      client.disconnect();
    }
  }

  async runServer(): Promise<void> {
    const options = { port: this.port, bind: '127.0.0.1', dir: this.folder, save: '', appendonly: this.appendonly ? 'yes' : 'no' };
    const args = Object.entries({ ...options, ...this.more }).flatMap(([name, value]) => [`--${name}`, ...String(value).split(' ')]);
    const child = spawn('redis-server', args, { stdio: 'ignore' });
    this.child = child;
    this.ended = new Promise((resolve) => child.once('close', () => resolve()));
    await waitUntilAnswering(this.url);
  }

  async kill(): Promise<void> {
    this.child?.kill('SIGKILL');
    await this.ended;
  }

  /** Suspends the server: connections remain open without replies. */
  pause(): void {
    this.child?.kill('SIGSTOP');
  }

  resume(): void {
    this.child?.kill('SIGCONT');
  }

  async remove(): Promise<void> {
    this.resume();
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}

async function waitUntilAnswering(url: string): Promise<void> {
  const isAnswering = async (): Promise<boolean> => {
    const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
    client.on('error', () => undefined);
    return client.connect().then(
      () => (client.disconnect(), true),
      () => false,
    );
  };
  await eventually('redis-server answers', isAnswering, START_TIMEOUT_MS);
}
