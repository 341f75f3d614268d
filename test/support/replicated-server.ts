import { EmbeddedPostgres } from '../../src/store/embedded/embedded-postgres.js';
import { createMigratedDataDir, getServerPid, queryDatabase, removeDataDir } from './embedded.js';
import { eventually } from './eventually.js';
import { followServer, toSuperuserUrl } from './follow-server.js';

// At least that of the copied cluster.
const MAX_CONNECTIONS = 400;

/** A migrated primary and a standby that streams from it. Both begin as copies of one stopped cluster. */
export class ReplicatedServer {
  private constructor(
    private readonly folders: Readonly<Record<'primary' | 'standby', string>>,
    private readonly primary: EmbeddedPostgres,
    private readonly standby: EmbeddedPostgres,
  ) {}

  static async start(): Promise<ReplicatedServer> {
    const folders = { primary: await createMigratedDataDir(), standby: await createMigratedDataDir() };
    const primary = await EmbeddedPostgres.start({ dataDir: folders.primary, maxConnections: MAX_CONNECTIONS });
    await followServer(folders.standby, primary.url);
    const standby = await EmbeddedPostgres.start({ dataDir: folders.standby, maxConnections: MAX_CONNECTIONS });
    const server = new ReplicatedServer(folders, primary, standby);
    await eventually('the standby streams', async () => (await server.askPrimary('SELECT FROM pg_stat_replication')).length === 1);
    return server;
  }

  get url(): string {
    return this.primary.url;
  }

  get standbyUrl(): string {
    return this.standby.url;
  }

  async pauseReplay(): Promise<void> {
    await queryDatabase(toSuperuserUrl(this.standby.url), 'SELECT pg_wal_replay_pause()');
    const read = `SELECT FROM pg_get_wal_replay_pause_state() AS state WHERE state = 'paused'`;
    await eventually('the replay is paused', async () => (await queryDatabase(this.standby.url, read)).length === 1);
  }

  async resumeReplay(): Promise<void> {
    await queryDatabase(toSuperuserUrl(this.standby.url), 'SELECT pg_wal_replay_resume()');
  }

  /** Kills the standby, which its supervisor starts again. */
  async killStandby(): Promise<void> {
    process.kill(await getServerPid(this.folders.standby), 'SIGKILL');
  }

  async stop(): Promise<void> {
    await this.standby.stop();
    await this.primary.stop();
    await removeDataDir(this.folders.standby);
    await removeDataDir(this.folders.primary);
  }

  private askPrimary(text: string): Promise<unknown[]> {
    return queryDatabase(toSuperuserUrl(this.primary.url), text);
  }
}
