import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { removeDataDir, createDataDir } from './embedded.js';
import { isInstalled } from './program.js';

const VERSIONS = '/usr/lib/postgresql';
const NOBODY = 65_534;

/** Whether Debian's Postgres is installed. */
export function hasSystemPostgres(): boolean {
  return isInstalled('pg_dump', 'postgresql') && existsSync(VERSIONS);
}

/** An empty server of Debian's Postgres. */
export class SystemPostgres {
  private constructor(
    readonly url: string,
    private readonly folder: string,
    private readonly bin: string,
  ) {}

  static async start(): Promise<SystemPostgres> {
    const [version = ''] = readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a));
    const folder = await createDataDir();
    await mkdir(join(folder, 'cluster'));
    if (process.getuid?.() === 0) await chown(join(folder, 'cluster'), NOBODY, NOBODY);
    const port = await freePort();
    const server = new SystemPostgres(`postgresql://postgres@127.0.0.1:${port}/postgres`, folder, join(VERSIONS, version, 'bin'));
    server.run('initdb', ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']);
    const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
    server.run('pg_ctl', ['-w', '-l', 'log', '-o', settings, 'start']);
    return server;
  }

  /** Returns the URL of a database. */
  databaseUrl(database: string): string {
    return this.url.replace(/postgres$/, database);
  }

  async stop(): Promise<void> {
    this.run('pg_ctl', ['-m', 'immediate', 'stop']);
    await removeDataDir(this.folder);
  }

  private run(program: string, args: readonly string[]): void {
    const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
    const cwd = join(this.folder, 'cluster');
    const { status } = spawnSync(join(this.bin, program), ['-D', cwd, ...args], { cwd, stdio: 'ignore', ...identity });
    if (status !== 0) throw new Error(`${program} failed`);
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
