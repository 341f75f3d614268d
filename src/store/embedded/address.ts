import { randomInt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './errors.js';
import type { Layout } from './layout.js';

/** Where a server of ours listens: on its socket for this program, where the path is short enough, and on the loopback port for everybody. */
export interface ServerAddress {
  readonly port: number;
  /** Folder of the unix socket; null when its path would be too long for the system. */
  readonly socketFolder: string | null;
}

export const LOOPBACK = '127.0.0.1';
/** Role and database of the product; the role owns the database and is no superuser. */
export const ROLE = 'insurance';
export const DATABASE = 'insurance';

// The shortest limit among the systems (macOS 104, Linux 108, both with the closing zero).
const MAX_SOCKET_PATH_BYTES = 103;
// Below the range from which systems take ports for outgoing connections.
const PORTS = { from: 20_000, to: 30_000 };
const MAX_PORT_TRIES = 50;

export function addressAt(layout: Layout, port: number): ServerAddress {
  const socket = join(layout.cluster, `.s.PGSQL.${port}`);
  return { port, socketFolder: Buffer.byteLength(socket) <= MAX_SOCKET_PATH_BYTES ? layout.cluster : null };
}

/** The address this program connects to. */
export function urlOf(address: ServerAddress, password: string): string {
  const url = new URL(loopbackUrlOf(address.port, password));
  if (address.socketFolder !== null) url.searchParams.set('host', address.socketFolder);
  return url.href;
}

/** The address for other programs (psql, pg_dump, a benchmark), which may run under any user. */
export function loopbackUrlOf(port: number, password: string): string {
  return `postgresql://${ROLE}:${password}@${LOOPBACK}:${port}/${DATABASE}`;
}

/** The port of former starts while it is free, else another one, remembered from then on. */
export async function choosePort(layout: Layout): Promise<number> {
  const remembered = Number(await readFile(layout.portFile, 'utf8').catch(() => ''));
  if (Number.isInteger(remembered) && remembered > 0 && remembered < 65_536 && (await isFree(remembered))) return remembered;
  for (let attempt = 0; attempt < MAX_PORT_TRIES; attempt++) {
    const port = randomInt(PORTS.from, PORTS.to);
    if (!(await isFree(port))) continue;
    await writeFile(layout.portFile, `${port}\n`);
    return port;
  }
  throw new EmbeddedPostgresError(`No free port on ${LOOPBACK} from ${PORTS.from} to ${PORTS.to}.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: LOOPBACK, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
