import { spawn, type ChildProcess } from 'node:child_process';
import { openSync } from 'node:fs';
import { chmod, chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createDataDir, endProcess, listProcesses, removeDataDir } from './embedded.js';
import { eventually } from './eventually.js';
import { findFreePort, isInstalled, runProgram } from './program.js';
import { getSystemPostgresFolder, hasSystemPostgres } from './system-postgres.js';

const SETTINGS = join(import.meta.dirname, '../../deploy/patroni.yml');
const START_TIMEOUT_MS = 120_000;

/** Whether Patroni, etcd and Postgres of Debian are installed. */
export function hasPatroni(): boolean {
  return isInstalled('patroni', 'apt-get install patroni') && isInstalled('etcd', 'apt-get install etcd-server') && hasSystemPostgres();
}

interface MemberState {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

/** Three servers of Postgres under Patroni with the settings of deploy/patroni.yml, and etcd. */
export class PatroniCluster {
  private constructor(
    private readonly folder: string,
    private readonly etcd: ChildProcess,
    readonly members: readonly PatroniMember[],
  ) {}

  static async start(): Promise<PatroniCluster> {
    const folder = await createDataDir();
    const [client, peer] = [await findFreePort(), await findFreePort()];
    const [clientUrl, peerUrl] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`];
    const args = ['--name', 'etcd', '--data-dir', join(folder, 'etcd'), '--enable-v2', '--initial-cluster', `etcd=${peerUrl}`];
    const urls = ['--listen-client-urls', clientUrl, '--advertise-client-urls', clientUrl, '--listen-peer-urls', peerUrl];
    const etcd = spawn('etcd', [...args, ...urls, '--initial-advertise-peer-urls', peerUrl], { stdio: 'ignore', cwd: folder });
    const members: PatroniMember[] = [];
    for (const name of ['one', 'two', 'three']) members.push(await PatroniMember.create(folder, name, client));
    const cluster = new PatroniCluster(folder, etcd, members);
    for (const member of members) member.start();
    await cluster.waitUntilWhole();
    return cluster;
  }

  /** Hosts as DATABASE_URL lists them. */
  get hosts(): string {
    return this.members.map(({ host }) => host).join(',');
  }

  /** Waits until there are a primary, a synchronous standby and another standby. */
  async waitUntilWhole(): Promise<void> {
    const isWhole = async (): Promise<boolean> => {
      const states = await this.readStates();
      const roles = states.filter(({ state }) => ['running', 'streaming'].includes(state)).map(({ role }) => role);
      return roles.toSorted().join(' ') === 'leader replica sync_standby';
    };
    await eventually('the cluster has a primary and two standbys', isWhole, START_TIMEOUT_MS).catch(async (error: unknown) => {
      throw new Error(`The members are ${JSON.stringify(await this.readStates())}.`, { cause: error });
    });
  }

  async getLeader(): Promise<PatroniMember> {
    const leader = (await this.readStates()).find(({ role }) => role === 'leader');
    const member = this.members.find(({ name }) => name === leader?.name);
    if (member === undefined) throw new Error('There is no leader.');
    return member;
  }

  /** Lets Patroni promote a standby instead of the leader. */
  async switchOver(leader: PatroniMember): Promise<void> {
    const body = JSON.stringify({ leader: leader.name });
    const response = await fetch(`${leader.restUrl}/switchover`, { method: 'POST', body });
    if (!response.ok) throw new Error(`Patroni refused the switchover: ${await response.text()}`);
  }

  async stop(): Promise<void> {
    for (const member of this.members) await member.kill();
    this.etcd.kill('SIGKILL');
    await removeDataDir(this.folder);
  }

  /** Reads the members as the first that responds knows them. */
  private async readStates(): Promise<readonly MemberState[]> {
    for (const { restUrl } of this.members) {
      const response = await fetch(`${restUrl}/cluster`, { signal: AbortSignal.timeout(1_000) }).catch(() => null);
      if (response?.ok) return ((await response.json()) as { members: MemberState[] }).members;
    }
    return [];
  }
}

export class PatroniMember {
  private constructor(
    readonly name: string,
    private readonly folder: string,
    private readonly variables: Readonly<Record<string, string>>,
  ) {}

  static async create(parent: string, name: string, etcdPort: number): Promise<PatroniMember> {
    const folder = join(parent, name);
    await mkdir(folder);
    const owner = getPostgresUser();
    if (owner !== null) await chown(folder, owner.uid, owner.gid);
    await chmod(folder, 0o700);
    const [database, rest] = [`127.0.0.1:${await findFreePort()}`, `127.0.0.1:${await findFreePort()}`];
    return new PatroniMember(name, folder, {
      PATRONI_NAME: name,
      PATRONI_ETCD_HOSTS: `127.0.0.1:${etcdPort}`,
      PATRONI_RESTAPI_LISTEN: rest,
      PATRONI_RESTAPI_CONNECT_ADDRESS: rest,
      PATRONI_POSTGRESQL_LISTEN: database,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: database,
      PATRONI_POSTGRESQL_DATA_DIR: join(folder, 'data'),
      PATRONI_POSTGRESQL_BIN_DIR: getSystemPostgresFolder(),
      PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: 'secret',
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: 'secret',
    });
  }

  get host(): string {
    return this.variables['PATRONI_POSTGRESQL_LISTEN'] ?? '';
  }

  get restUrl(): string {
    return `http://${this.variables['PATRONI_RESTAPI_LISTEN'] ?? ''}`;
  }

  get superuserUrl(): string {
    return `postgres://postgres:secret@${this.host}/postgres`;
  }

  /** Starts Patroni, which starts Postgres. */
  start(): void {
    const log = openSync(join(this.folder, 'patroni.log'), 'a');
    const env = { PATH: process.env.PATH, ...this.variables, LANG: 'C.UTF-8' };
    spawn('patroni', [SETTINGS], { cwd: this.folder, env, stdio: ['ignore', log, log], ...(getPostgresUser() ?? {}) });
  }

  /** Kills the processes of Postgres, not Patroni. */
  async crashPostgres(): Promise<void> {
    for (const pid of await listProcesses(join(this.folder, 'data'))) endProcess(pid);
  }

  /** Kills every process of the member at once, as the end of the machine does. */
  async kill(): Promise<void> {
    for (const pid of await listProcesses(this.folder)) endProcess(pid);
  }

  /** Suspends every process of the member; the returned function resumes them. */
  async freeze(): Promise<() => void> {
    const pids = await listProcesses(this.folder);
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    return () => pids.forEach((pid) => process.kill(pid, 'SIGCONT'));
  }
}

/** Postgres does not run as root. */
function getPostgresUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  return { uid: Number(runProgram('id', ['-u', 'postgres'])), gid: Number(runProgram('id', ['-g', 'postgres'])) };
}
