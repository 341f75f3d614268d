import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isInstalled, findFreePort } from './program.js';
import { createTemporaryFolder } from './temporary.js';

export const hasNginx = (): boolean => isInstalled('nginx', 'apt-get install nginx-light');

const TEMPLATE = join(import.meta.dirname, '../../deploy/nginx.conf');
const START_TIMEOUT_MS = 10_000;

export interface ProxyPorts {
  readonly http: number;
  readonly https: number;
}

export async function findFreeProxyPorts(): Promise<ProxyPorts> {
  return { http: await findFreePort(), https: await findFreePort() };
}

/** nginx with TLS and deploy/nginx.conf, in front of nodes on this machine. */
export class Proxy {
  private output = '';

  private constructor(
    private readonly child: ChildProcess,
    readonly folder: string,
  ) {
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
  }

  static async start(
    ports: ProxyPorts,
    nodePorts: readonly number[],
    tlsFolder: string,
    health = 'max_fails=1 fail_timeout=1s',
  ): Promise<Proxy> {
    const folder = await createTemporaryFolder();
    // The nginx workers run as another user and buffer large responses here.
    await chmod(folder, 0o755);
    await mkdir(join(folder, 'run'), { mode: 0o755 });
    const variables: Readonly<Record<string, string>> = {
      HTTP_PORT: String(ports.http),
      HTTPS_PORT: String(ports.https),
      NODES: nodePorts.map((port) => `server 127.0.0.1:${port} ${health};`).join(' '),
      TLS_CERT: join(tlsFolder, 'cert.pem'),
      TLS_KEY: join(tlsFolder, 'key.pem'),
      RUN_DIR: join(folder, 'run'),
      RATE_LIMIT_PER_HOUR: '1000',
    };
    const template = await readFile(TEMPLATE, 'utf8');
    const file = join(folder, 'nginx.conf');
    // Unknown names remain, as with envsubst.
    await writeFile(
      file,
      template.replace(/\$\{(\w+)\}/g, (whole, name: string) => variables[name] ?? whole),
    );
    const env = { PATH: `${process.env.PATH}:/usr/sbin` };
    const child = spawn('nginx', ['-c', file, '-p', folder, '-e', 'stderr', '-g', 'daemon off;'], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const proxy = new Proxy(child, folder);
    await proxy.waitUntilListening(ports.https);
    return proxy;
  }

  /** Text of the error log. */
  get log(): string {
    return this.output;
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('close', resolve));
    this.child.kill('SIGTERM');
    await ended;
    await rm(this.folder, { recursive: true, force: true });
  }

  private async waitUntilListening(port: number): Promise<void> {
    for (const deadline = Date.now() + START_TIMEOUT_MS; !(await isListening(port)); await sleep(20)) {
      if (this.child.exitCode === null && Date.now() < deadline) continue;
      this.child.kill('SIGKILL');
      throw new Error(`nginx did not start: ${this.output}`);
    }
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
