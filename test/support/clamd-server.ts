import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { findFreePort, isInstalled } from './program.js';
import { createTemporaryFolder } from './temporary.js';
import { eventually } from './eventually.js';

export const hasClamd = (): boolean => isInstalled('clamd', 'apt-get install clamav-daemon');

/** Harmless test file that scanners report as a virus; split, so that scanners do not report this source file. */
export const EICAR = Buffer.from(String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR` + '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*');
const SIGNATURE = `Eicar-Test:0:*:${EICAR.toString('hex')}\n`;
const START_TIMEOUT_MS = 20_000;

/** A clamd that knows one virus and can be restarted on the same port. */
export class ClamdServer {
  private child: ChildProcess | null = null;
  private ended: Promise<void> = Promise.resolve();

  private constructor(
    readonly port: number,
    private readonly folder: string,
  ) {}

  static async create(): Promise<ClamdServer> {
    const folder = await createTemporaryFolder();
    const server = new ClamdServer(await findFreePort(), folder);
    const database = join(folder, 'database');
    await mkdir(database);
    await writeFile(join(database, 'eicar.ndb'), SIGNATURE);
    const lines = ['Foreground yes', `DatabaseDirectory ${database}`, `TCPSocket ${server.port}`, 'TCPAddr 127.0.0.1', 'User root'];
    const isRoot = process.getuid?.() === 0;
    await writeFile(join(folder, 'clamd.conf'), `${lines.slice(0, isRoot ? 5 : 4).join('\n')}\n`);
    await chmod(folder, 0o755);
    return server;
  }

  async start(): Promise<void> {
    const child = spawn('clamd', ['--config-file', join(this.folder, 'clamd.conf')], { stdio: 'ignore' });
    this.child = child;
    this.ended = new Promise((resolve) => child.once('close', () => resolve()));
    await eventually('clamd answers', () => isAnswering(this.port), START_TIMEOUT_MS);
  }

  async stop(): Promise<void> {
    this.child?.kill('SIGKILL');
    await this.ended;
  }
}

function isAnswering(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('zPING\0'));
    socket.once('data', () => socket.destroy() && resolve(true));
    socket.once('error', () => resolve(false));
  });
}
