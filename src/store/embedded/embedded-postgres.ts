import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { addressAt, choosePort, urlOf, type ServerAddress } from './address.js';
import { provideBinaries, type Binaries } from './binaries.js';
import { ensureCluster } from './cluster.js';
import { DataDirInUseError, ServerStartError } from './errors.js';
import { endFormerServer } from './former-server.js';
import { layoutOf, type Layout } from './layout.js';
import { OwnerLock } from './owner-lock.js';
import { Postmaster } from './postmaster.js';
import { readPostmasterFile } from './postmaster-file.js';
import { serverUser, type ServerUser } from './server-user.js';

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  readonly maxConnections: number;
  /** Further server settings by name. */
  readonly settings?: Readonly<Record<string, string>>;
}

const START_ATTEMPTS = 4;
const START_RETRY_MS = 250;
const RESTART_DELAY_MS = { first: 100, max: 5_000 };
/** A server that lived this long restarts at once when it dies; one that keeps dying waits ever longer. */
const STABLE_AFTER_MS = 30_000;
const LOOK_EVERY_MS = 500;

/** What a server of one DATA_DIR is made of. */
interface Installation {
  readonly layout: Layout;
  readonly binaries: Binaries;
  readonly user: ServerUser | null;
  readonly password: string;
}

/**
 * A Postgres server of our own under DATA_DIR: made at the first start, supervised while it runs, stopped with this process. One process
 * owns it; a second one on the same DATA_DIR is refused (DataDirInUseError) and does it no harm.
 */
export class EmbeddedPostgres {
  /** For this program; the role is the product's, no superuser. Stays the same over restarts of the server. */
  readonly url: string;
  private readonly logger = new Logger(EmbeddedPostgres.name);
  private readonly stopping = new AbortController();
  private postmaster: Postmaster | null = null;
  private hurried: Postmaster | null = null;
  private ownerLock: OwnerLock | null = null;
  private supervision: Promise<void> = Promise.resolve();

  private constructor(
    private readonly installation: Installation,
    private readonly address: ServerAddress,
    private readonly settings: Readonly<Record<string, string>>,
  ) {
    this.url = urlOf(address, installation.password);
  }

  static async start({ dataDir, maxConnections, settings }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    const layout = layoutOf(dataDir);
    const user = await serverUser(layout.cluster);
    await mkdir(dataDir, { recursive: true });
    const binaries = await provideBinaries(dataDir, user);
    const password = await ensureCluster(layout, binaries, user);
    const installation = { layout, binaries, user, password };
    const allSettings = { max_connections: String(maxConnections), ...settings };
    for (let attempt = 1; ; attempt++) {
      await endFormerServer(layout, password);
      const server = new EmbeddedPostgres(installation, addressAt(layout, await choosePort(layout)), allSettings);
      try {
        await server.launch();
        server.supervision = server.supervise();
        return server;
      } catch (error) {
        if (!(error instanceof ServerStartError) || attempt === START_ATTEMPTS) throw error;
      }
      await sleep(START_RETRY_MS * attempt);
    }
  }

  /** The process of the server; changes when it is restarted. */
  get pid(): number {
    return this.postmaster?.pid ?? 0;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.shutDown();
    await this.supervision;
    await this.shutDown(); // What a restart under way has started meanwhile.
  }

  private async launch(): Promise<void> {
    const postmaster = await Postmaster.start({ ...this.installation, address: this.address, settings: this.settings });
    try {
      this.ownerLock = await OwnerLock.tryAcquire(this.address, this.installation.password);
      if (this.ownerLock === null) throw new DataDirInUseError(this.installation.layout.home);
      await this.ownerLock.prepareDatabase();
    } catch (cause) {
      this.ownerLock?.letGo();
      await postmaster.stop();
      await this.ownerLock?.release();
      throw new ServerStartError('The embedded Postgres was taken away right after its start.', { cause });
    }
    this.postmaster = postmaster;
    this.logger.log(`Postgres ${this.installation.binaries.majorVersion} runs in ${this.installation.layout.home}`);
  }

  private async shutDown(): Promise<void> {
    const { postmaster, ownerLock } = this;
    this.postmaster = null;
    this.ownerLock = null;
    ownerLock?.letGo();
    await postmaster?.stop();
    await ownerLock?.release();
  }

  private async supervise(): Promise<void> {
    const { signal } = this.stopping;
    let delayMs = 0;
    while (!signal.aborted) {
      const startedAt = Date.now();
      const look = setInterval(() => void this.hurrySmartShutdown(), LOOK_EVERY_MS).unref();
      const reason = await this.postmaster?.ended;
      clearInterval(look);
      if (signal.aborted) return;
      this.logger.error(`The database server ended by itself (${reason}); starting it again`);
      await this.ownerLock?.release();
      if (Date.now() - startedAt > STABLE_AFTER_MS) delayMs = 0;
      while (!(await this.relaunch(delayMs))) delayMs = next(delayMs);
      delayMs = next(delayMs);
    }
  }

  /**
   * After a SIGTERM from elsewhere the server takes no new sessions and waits for the end of the others; ours never end. It is stopped faster, so
   * that it can be started again.
   */
  private async hurrySmartShutdown(): Promise<void> {
    const { postmaster } = this;
    const file = await readPostmasterFile(this.installation.layout.cluster).catch(() => null);
    if (postmaster === null || postmaster !== this.postmaster || postmaster === this.hurried) return;
    if (file?.pid !== postmaster.pid || !file.isStopping) return;
    this.hurried = postmaster;
    this.logger.warn('Somebody told the database server to stop; ending its sessions');
    await postmaster.stop().catch((error: unknown) => this.logger.error(String(error)));
  }

  /** Whether there is nothing more to do: the server runs, or the process is stopping. */
  private async relaunch(delayMs: number): Promise<boolean> {
    const { signal } = this.stopping;
    await sleep(delayMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return true;
    try {
      await endFormerServer(this.installation.layout, this.installation.password);
      await this.launch();
      return true;
    } catch (error) {
      this.logger.error(`The database server does not start: ${error instanceof Error ? error.message : String(error)}`);
      return false;
    }
  }
}

function next(delayMs: number): number {
  return Math.min(Math.max(delayMs * 2, RESTART_DELAY_MS.first), RESTART_DELAY_MS.max);
}
