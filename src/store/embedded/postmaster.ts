import { spawn, type ChildProcess } from 'node:child_process';
import { open, rename, stat, type FileHandle } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { LOOPBACK, type ServerAddress } from './address.js';
import type { Binaries } from './binaries.js';
import { SERVER_ENVIRONMENT, dataDirectoryArgument } from './cluster.js';
import { ServerStartError } from './errors.js';
import type { Layout } from './layout.js';
import { readPostmasterFile } from './postmaster-file.js';
import { stopServer } from './process-state.js';
import type { ServerUser } from './server-user.js';

export interface PostmasterOptions {
  readonly layout: Layout;
  readonly binaries: Binaries;
  readonly user: ServerUser | null;
  readonly address: ServerAddress;
  /** Server settings by name. */
  readonly settings: Readonly<Record<string, string>>;
}

const POLL_MS = 10;
// The recovery of a large database after a crash takes its time; a second try would not be faster.
const READY_TIMEOUT_MS = 300_000;
const MAX_LOG_BYTES = 5_000_000;
const LOG_TAIL_BYTES = 2_000;

const SETTINGS = {
  listen_addresses: LOOPBACK,
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Errors reach the client. In a log they would show the values of rows, and rows are about persons.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  // Short statements only: compiling or spreading them over processes costs more than it saves.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  // A new installation's tables grow from nothing: until their size is known, statements kept prepared go through all of an agent's rows.
  autovacuum_naptime: '10s',
};

/** The running server process. It has a process group of its own, so that Ctrl-C reaches this program alone and shuts down in order. */
export class Postmaster {
  /** Settles when the process is gone, with what ended it. */
  readonly ended: Promise<string>;
  private end: string | null = null;
  private readonly stopAtExit = (): void => void this.child.kill('SIGINT');

  private constructor(private readonly child: ChildProcess) {
    // The last resort of a process that ends without a shutdown; the server finishes on its own.
    process.once('exit', this.stopAtExit);
    this.ended = new Promise((resolve) => {
      const settle = (reason: string): void => {
        this.end = reason;
        process.off('exit', this.stopAtExit);
        resolve(reason);
      };
      child.once('error', (error) => settle(error.message));
      child.once('exit', (code, signal) => settle(signal ?? `exit code ${code}`));
    });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Starts a server and waits until it takes connections. */
  static async start(options: PostmasterOptions): Promise<Postmaster> {
    const { layout, user } = options;
    const dataDirectory = await dataDirectoryArgument(layout.cluster, user);
    const log = await openLog(layout.logFile);
    try {
      const { size } = await log.stat();
      const postmaster = new Postmaster(spawnServer(options, dataDirectory, log));
      await postmaster.waitUntilReady(layout).catch(async (cause: unknown) => {
        await postmaster.stop();
        throw new ServerStartError(`The embedded Postgres does not start. ${await textFrom(log, size)}`, { cause });
      });
      return postmaster;
    } finally {
      await log.close();
    }
  }

  /** Fast shutdown: open transactions are rolled back, everything acknowledged is on disk. */
  async stop(): Promise<void> {
    if (this.end === null && this.pid !== 0) await stopServer(this.pid);
    await this.ended;
  }

  private async waitUntilReady(layout: Layout): Promise<void> {
    for (const deadline = Date.now() + READY_TIMEOUT_MS; Date.now() < deadline; await sleep(POLL_MS)) {
      if (this.end !== null) throw new Error(`It ended with ${this.end}.`);
      const file = await readPostmasterFile(layout.cluster);
      if (file?.pid === this.pid && file.isReady) return;
    }
    throw new Error(`It was not ready after ${READY_TIMEOUT_MS / 1_000} seconds.`);
  }
}

function spawnServer(options: PostmasterOptions, dataDirectory: string, log: FileHandle): ChildProcess {
  const { layout, binaries, user, address, settings } = options;
  const all = { ...SETTINGS, ...settings, port: String(address.port), unix_socket_directories: address.socketFolder === null ? '' : '.' };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return spawn(binaries.postgres, ['-D', dataDirectory, ...flags], {
    cwd: layout.cluster,
    env: SERVER_ENVIRONMENT,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    ...(user ?? {}),
  });
}

async function openLog(file: string): Promise<FileHandle> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size > MAX_LOG_BYTES) await rename(file, `${file}.1`);
  return open(file, 'a+', 0o600);
}

async function textFrom(log: FileHandle, position: number): Promise<string> {
  const { size } = await log.stat();
  const start = Math.max(position, size - LOG_TAIL_BYTES);
  const { buffer, bytesRead } = await log.read(Buffer.alloc(size - start), 0, size - start, start);
  return buffer.toString('utf8', 0, bytesRead).trim();
}
