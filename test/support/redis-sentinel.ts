import { spawn, type ChildProcess } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { eventually } from './eventually.js';
import { findFreePort } from './program.js';
import { RedisServer } from './redis-server.js';
import { createTemporaryFolder } from './temporary.js';

const READY_MS = 20_000;

/** A server with a replica, and one sentinel that promotes the replica when the server is gone. */
export class RedisWithSentinel {
  private constructor(
    readonly master: RedisServer,
    private readonly replica: RedisServer,
    private readonly sentinel: ChildProcess,
    private readonly port: number,
    private readonly folder: string,
  ) {}

  static async start(): Promise<RedisWithSentinel> {
    const master = await RedisServer.start();
    const replica = await RedisServer.start({ more: { replicaof: `127.0.0.1 ${master.port}`, 'repl-diskless-sync-delay': '0' } });
    const [port, folder] = [await findFreePort(), await createTemporaryFolder()];
    const file = join(folder, 'sentinel.conf');
    const lines = [
      `port ${port}`,
      'bind 127.0.0.1',
      `sentinel monitor gateway 127.0.0.1 ${master.port} 1`,
      'sentinel down-after-milliseconds gateway 1000',
      'sentinel failover-timeout gateway 5000',
    ];
    await writeFile(file, `${lines.join('\n')}\n`);
    const sentinel = spawn('redis-server', [file, '--sentinel'], { stdio: 'ignore' });
    const group = new RedisWithSentinel(master, replica, sentinel, port, folder);
    await eventually('the sentinel knows the replica', () => group.knowsReplica(), READY_MS);
    return group;
  }

  get url(): string {
    return `redis-sentinel://127.0.0.1:${this.port}/gateway`;
  }

  async remove(): Promise<void> {
    this.sentinel.kill('SIGKILL');
    await Promise.all([this.master.remove(), this.replica.remove()]);
    await rm(this.folder, { recursive: true, force: true });
  }

  private async knowsReplica(): Promise<boolean> {
    const client = new Redis(this.port, '127.0.0.1', { lazyConnect: true, retryStrategy: () => null });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const replicas = (await client.call('SENTINEL', 'REPLICAS', 'gateway')) as string[][];
      return replicas.some((fields) => fields.includes('slave') && fields[fields.indexOf('master-link-status') + 1] === 'ok');
    } catch {
      return false;
    } finally {
      client.disconnect();
    }
  }
}
