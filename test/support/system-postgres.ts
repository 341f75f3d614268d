import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { appendFile, chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDataDir, freezeServer, queryDatabase, removeDataDir } from './embedded.js';
import { findFreePort, isInstalled } from './program.js';

const VERSIONS = '/usr/lib/postgresql';
const NOBODY = 65_534;

/** Whether Debian's Postgres is installed. */
export function hasSystemPostgres(): boolean {
  return isInstalled('pg_dump', 'postgresql') && existsSync(VERSIONS);
}

/** Returns the folder with the programs of the newest version that is installed. */
export function getSystemPostgresFolder(): string {
  const [version = ''] = readdirSync(VERSIONS).toSorted((one, other) => Number(other) - Number(one));
  return join(VERSIONS, version, 'bin');
}

/** A server of Debian's Postgres, empty or a standby of another one. */
export class SystemPostgres {
  private constructor(
    private readonly folder: string,
    private readonly port: number,
  ) {}

  static async start(): Promise<SystemPostgres> {
    const server = await SystemPostgres.create();
    server.run('initdb', ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']);
    server.resume();
    return server;
  }

  /** Creates a folder to which a server can archive its log. */
  static async createArchive(): Promise<string> {
    const folder = await createDataDir();
    if (process.getuid?.() === 0) await chown(folder, NOBODY, NOBODY);
    return folder;
  }

  private static async create(): Promise<SystemPostgres> {
    const folder = await createDataDir();
    await mkdir(join(folder, 'cluster'), { mode: 0o700 });
    if (process.getuid?.() === 0) await chown(join(folder, 'cluster'), NOBODY, NOBODY);
    return new SystemPostgres(folder, await findFreePort());
  }

  get host(): string {
    return `127.0.0.1:${this.port}`;
  }

  get url(): string {
    return this.databaseUrl('postgres');
  }

  /** Returns the URL of a database. */
  databaseUrl(database: string): string {
    return `postgresql://postgres@${this.host}/${database}`;
  }

  /** Starts a standby of this server, with the name by which `synchronous_standby_names` may list it. */
  async startStandby(name: string): Promise<SystemPostgres> {
    const standby = await SystemPostgres.create();
    const source = `${this.url}?application_name=${name}`;
    standby.run('pg_basebackup', ['-d', source, '-c', 'fast', '-R', '--no-sync']);
    standby.resume();
    return standby;
  }

  /** Makes a base backup, which `recover` starts later as another server. */
  async backUp(): Promise<SystemPostgres> {
    const backup = await SystemPostgres.create();
    backup.run('pg_basebackup', ['-d', this.url, '-c', 'fast', '--no-sync']);
    return backup;
  }

  /** Starts a base backup, and lets it replay the archived log up to a moment. */
  async recover(archive: string, moment: string): Promise<void> {
    const settings = [
      `restore_command = 'cp ${archive}/%f %p'`,
      `recovery_target_time = '${moment}'`,
      `recovery_target_action = 'promote'`,
      `archive_mode = 'off'`,
    ];
    await appendFile(join(this.folder, 'cluster', 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
    await writeFile(join(this.folder, 'cluster', 'recovery.signal'), '');
    this.resume();
  }

  /** Changes a setting as an administrator of the server does. */
  async set(name: string, value: string): Promise<void> {
    await queryDatabase(this.url, `ALTER SYSTEM SET ${name} = '${value}'`);
    await queryDatabase(this.url, 'SELECT pg_reload_conf()');
  }

  promote(): void {
    this.run('pg_ctl', ['-w', 'promote']);
  }

  /** Suspends the server like a machine that hangs; the returned function resumes it. */
  freeze(): Promise<() => void> {
    return freezeServer(Number.parseInt(readFileSync(join(this.folder, 'cluster', 'postmaster.pid'), 'utf8'), 10));
  }

  /** Ends the server at once, as a crash does. */
  crash(): void {
    this.run('pg_ctl', ['-m', 'immediate', 'stop']);
  }

  /** Starts the server on the data that it had. */
  resume(): void {
    const settings = `-p ${this.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
    this.run('pg_ctl', ['-w', '-l', 'log', '-o', settings, 'start']);
  }

  async stop(): Promise<void> {
    await removeDataDir(this.folder);
  }

  private run(program: string, args: readonly string[]): void {
    const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
    const cwd = join(this.folder, 'cluster');
    const { status } = spawnSync(join(getSystemPostgresFolder(), program), ['-D', cwd, ...args], { cwd, stdio: 'ignore', ...identity });
    if (status !== 0) throw new Error(`${program} failed`);
  }
}
