import { mkdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type pg from 'pg';
import { findServerUser, provideBinaries } from './binaries.js';
import { ensureCluster } from './cluster.js';
import { DataDirInUseError } from './errors.js';
import { buildLayout, LOOPBACK, buildLoopbackUrl } from './layout.js';
import { findReadyServer, findServer, hasSettings, startServer, stopServer, stopServerAtExit, type Installation } from './pg-ctl.js';
import { claimPort, claimServer, prepareDatabase } from './loopback.js';

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  readonly maxConnections: number;
  readonly settings?: Readonly<Record<string, string>>;
}

// Time for a previous process to shut down.
const MAX_WAIT_MS = 3_000;
const LOOK_EVERY_MS = 250;
const MAX_RETRY_MS = 5_000;

const SETTINGS = {
  listen_addresses: LOOPBACK,
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Errors reach the client; in the log they would show personal data.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  // Statements are short, so compilation and parallel workers cost more than they save.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  // Tables of a new installation grow fast, and outdated statistics lead to slow plans.
  autovacuum_naptime: '10s',
};

/** Creates, starts, restarts and stops a Postgres server in DATA_DIR for one process, or adopts a running one. */
export class EmbeddedPostgres {
  private readonly logger = new Logger(EmbeddedPostgres.name);
  private readonly stopping = new AbortController();
  private owner: pg.Client | null = null;
  private isOwned = false;
  private port = 0;
  private supervision: Promise<void> = Promise.resolve();
  private readonly atExit = (): void => {
    if (this.isOwned) stopServerAtExit(this.installation);
  };

  private constructor(
    private readonly installation: Installation,
    private readonly password: string,
    private readonly settings: Readonly<Record<string, string>>,
  ) {
    process.once('exit', this.atExit);
  }

  static async start({ dataDir, maxConnections, settings }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    const layout = buildLayout(dataDir);
    const user = await findServerUser(layout.cluster);
    await mkdir(dataDir, { recursive: true });
    const installation = { layout, user, binaries: await provideBinaries(dataDir, user) };
    await ensureCluster(installation);
    const password = (await readFile(layout.passwordFile, 'utf8')).trim();
    const server = new EmbeddedPostgres(installation, password, { ...SETTINGS, max_connections: String(maxConnections), ...settings });
    for (const deadline = Date.now() + MAX_WAIT_MS; ; await sleep(LOOK_EVERY_MS)) {
      try {
        server.port = (await findServer(layout.cluster))?.port ?? (await claimPort(layout));
        await server.launch();
        server.supervision = server.supervise();
        return server;
      } catch (error) {
        if (Date.now() < deadline) continue;
        await server.stop();
        throw error;
      }
    }
  }

  get url(): string {
    return buildLoopbackUrl(this.port, this.password);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.supervision;
    if (this.isOwned) await stopServer(this.installation);
    this.isOwned = false;
    // Ends the lock after the server.
    await this.owner?.end();
    process.off('exit', this.atExit);
  }

  private async launch(): Promise<void> {
    const { layout, binaries } = this.installation;
    const settings = Object.entries({ ...this.settings, port: this.port }).map(([name, value]) => `${name}=${value}`);
    const previous = await findReadyServer(this.installation);
    if (previous === null) {
      this.isOwned = true;
      await startServer(this.installation, settings).catch((error: unknown) => {
        this.isOwned = false;
        throw error;
      });
    }
    const owner = await claimServer(this.port, this.password);
    this.isOwned = owner !== null;
    if (owner === null) throw new DataDirInUseError(layout.home);
    this.owner = owner;
    owner.once('end', () => {
      if (this.owner === owner) this.owner = null;
    });
    if (!(await hasSettings(layout.cluster, settings))) {
      await stopServer(this.installation);
      await owner.end();
      return this.launch();
    }
    await prepareDatabase(owner, this.password);
    if (previous === null) this.logger.log(`Postgres ${binaries.majorVersion} is running in ${layout.home}`);
    else this.logger.warn(`Adopted the running database server (process ${previous.pid})`);
  }

  private async supervise(): Promise<void> {
    const { signal } = this.stopping;
    for (let failures = 0; !signal.aborted;) {
      await sleep(Math.min(LOOK_EVERY_MS * 2 ** failures, MAX_RETRY_MS), undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        failures = (await this.ensureRunning()) ? 0 : failures + 1;
      } catch (error) {
        failures += 1;
        this.logger.error(`The database server does not start: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }

  /** Returns false after a restart. A crash of one session ends all sessions and the owner's lock with them. */
  private async ensureRunning(): Promise<boolean> {
    const server = await findServer(this.installation.layout.cluster);
    if (server?.state === 'ready' && this.owner !== null) return true;
    if (server === null) this.logger.error('The database server ended unexpectedly; restarting it');
    await this.launch();
    return false;
  }
}
