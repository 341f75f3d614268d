import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from './client.js';
import { QUICK_SCRYPT } from './process.js';

const ROOT = join(import.meta.dirname, '../..');
const START_TIMEOUT_MS = 60_000;

/** One node of a cluster: the built server as a process on free ports, configured by variables. */
export class NodeProcess {
  private output = '';
  private readonly ended: Promise<void>;

  private constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    this.ended = new Promise((resolve) => child.once('close', () => resolve()));
  }

  /** Starts a node and waits until it serves. Requires `buildServer()`; `folder` contains `dist`. */
  static async start(variables: Readonly<Record<string, string>>, folder = ROOT): Promise<NodeProcess> {
    const env = { PATH: process.env.PATH ?? '', PORT: '0', HTTPS_PORT: '0', ADMIN_PORT: '0', DEMO: 'false', DATABASE_POOL_SIZE: '4' };
    const child = spawn(process.execPath, [...QUICK_SCRYPT, 'dist/src/main.js'], {
      cwd: folder,
      env: { ...env, TRUST_PROXY: '127.0.0.1', ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const node = new NodeProcess(child);
    await node.waitForLog('"Serving"', START_TIMEOUT_MS);
    return node;
  }

  get log(): string {
    return this.output;
  }

  get port(): number {
    return Number(/"http":"http:\/\/[^"]*:(\d+)"/.exec(this.output)?.[1]);
  }

  /** Sends plain HTTP, like a proxy that terminated TLS. */
  get client(): Client {
    return new Client({ port: this.port }, { 'X-Forwarded-Proto': 'https' });
  }

  /** Waits for a text or a pattern in the log. */
  async waitForLog(text: string | RegExp, timeoutMs = 10_000): Promise<void> {
    const isThere = (): boolean => (typeof text === 'string' ? this.output.includes(text) : text.test(this.output));
    for (const deadline = Date.now() + timeoutMs; !isThere(); await sleep(20)) {
      const hasEnded = this.child.exitCode !== null || this.child.signalCode !== null;
      if (!hasEnded && Date.now() < deadline) continue;
      this.child.kill('SIGKILL');
      throw new Error(`The node ${hasEnded ? 'ended' : 'took too long'} and did not log ${String(text)}.\n${this.output}`);
    }
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    await this.ended;
  }
}
