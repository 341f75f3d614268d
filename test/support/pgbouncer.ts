import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort, isInstalled } from './program.js';
import { createTemporaryFolder } from './temporary.js';

export const hasPgbouncer = (): boolean => isInstalled('pgbouncer', 'apt-get install pgbouncer');

const START_TIMEOUT_MS = 10_000;

/** A pgbouncer in front of a database. `settings` are those of its section [pgbouncer]. */
export class Pgbouncer {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    readonly url: string,
  ) {}

  /** Every client becomes the user of the database URL, or with `passwords` by user remains itself. */
  static async start(
    databaseUrl: string,
    settings: Readonly<Record<string, string>>,
    passwords?: Readonly<Record<string, string>>,
  ): Promise<Pgbouncer> {
    const target = new URL(databaseUrl);
    const [folder, port] = [await createTemporaryFolder(), await findFreePort()];
    const user = { user: target.username, password: decodeURIComponent(target.password) };
    const server = { host: target.hostname, port: target.port, ...(passwords === undefined ? user : {}) };
    const users = join(folder, 'users.txt');
    const auth = passwords === undefined ? { auth_type: 'any' } : { auth_type: 'plain', auth_file: users };
    const own = { listen_addr: '127.0.0.1', listen_port: String(port), unix_socket_dir: '', ...auth, ...settings };
    const file = join(folder, 'pgbouncer.ini');
    await writeFile(
      users,
      Object.entries(passwords ?? {})
        .map(([name, password]) => `"${name}" "${password}"\n`)
        .join(''),
    );
    const lines = Object.entries(own).map(([name, value]) => `${name} = ${value}`);
    const access = Object.entries(server).map(([name, value]) => `${name}='${value}'`);
    await writeFile(file, ['[databases]', `* = ${access.join(' ')}`, '[pgbouncer]', ...lines, ''].join('\n'));
    // pgbouncer does not run as root, so another user must be able to read its file.
    await chmod(folder, 0o755);
    const isRoot = process.getuid?.() === 0;
    const child = spawn('pgbouncer', ['-q', ...(isRoot ? ['-u', 'nobody'] : []), file], {
      stdio: 'ignore',
      env: { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin` },
    });
    const [[name, password] = [target.username, '']] = Object.entries(passwords ?? {});
    const url = `postgresql://${name}:${password}@127.0.0.1:${port}${target.pathname}`;
    const pooler = new Pgbouncer(child, folder, url);
    await pooler.waitUntilReady();
    return pooler;
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('close', resolve));
    if (this.child.exitCode === null && this.child.kill('SIGKILL')) await ended;
    await rm(this.folder, { recursive: true, force: true });
  }

  private async waitUntilReady(): Promise<void> {
    for (const deadline = Date.now() + START_TIMEOUT_MS; ; await sleep(50)) {
      const client = new pg.Client({ connectionString: this.url });
      const reason = await client.connect().then(
        () => null,
        (error: unknown) => error,
      );
      await client.end();
      if (reason === null) return;
      if (Date.now() < deadline && this.child.exitCode === null) continue;
      await this.stop();
      throw new Error('pgbouncer did not start', { cause: reason });
    }
  }
}
