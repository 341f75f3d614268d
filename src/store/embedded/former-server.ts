import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { addressAt } from './address.js';
import { DataDirInUseError, EmbeddedPostgresError } from './errors.js';
import type { Layout } from './layout.js';
import { OwnerLock } from './owner-lock.js';
import { readPostmasterFile, type PostmasterFile } from './postmaster-file.js';
import { exists, isRunning, servesCluster, stopServer } from './process-state.js';

const SOCKET_LOCK = /^\.s\.PGSQL\.\d+\.lock$/;
const POLL_MS = 50;
/** Long enough for a predecessor that is just shutting down. */
const OWNED_TIMEOUT_MS = 3_000;
const SILENT_TIMEOUT_MS = 60_000;
const logger = new Logger('EmbeddedPostgres');

/**
 * Clears the way for a start, and says what it did or waits for. A server that outlived its process (`kill -9`) is shut down in order, so that
 * there is always exactly one kind of running server: a supervised child; so is one that waits for its sessions to end before it stops. A server
 * whose process lives is left alone: DataDirInUseError.
 */
export async function endFormerServer(layout: Layout, password: string): Promise<void> {
  const begun = Date.now();
  let hasSaidSo = false;
  for (;;) {
    const former = await readPostmasterFile(layout.cluster);
    if (former === null || !(await isServing(former.pid, layout))) {
      return removeMisleadingLocks(layout);
    }
    const owner = await askOwner(layout, password, former);
    if (owner instanceof OwnerLock) {
      owner.letGo();
      await stopServer(former.pid);
      await owner.release();
      return logger.warn('Shut down the database server that a former process left running');
    }
    const waitedMs = Date.now() - begun;
    if (owner === 'another process' && waitedMs > OWNED_TIMEOUT_MS) throw new DataDirInUseError(layout.home);
    // Its process, where there is one that works, does the same earlier.
    if (former.isStopping && waitedMs > OWNED_TIMEOUT_MS) {
      logger.warn(`The database server (process ${former.pid}) was told to stop and waits for its sessions to end; ending them`);
      return stopServer(former.pid);
    }
    if (!hasSaidSo && waitedMs > OWNED_TIMEOUT_MS) {
      logger.warn(`Waiting for the database server (process ${former.pid}), which runs but does not respond`);
      hasSaidSo = true;
    }
    if (waitedMs > SILENT_TIMEOUT_MS)
      throw new EmbeddedPostgresError(`The Postgres process ${former.pid} of ${layout.home} runs but does not answer. Stop it first.`);
    await sleep(POLL_MS);
  }
}

async function isServing(pid: number, layout: Layout): Promise<boolean> {
  return (await isRunning(pid)) && (await servesCluster(pid, layout.cluster));
}

/**
 * Postgres removes the locks of a dead server itself, but takes a zombie for a running one, and so it does with any process that was given
 * the number since (in a container the first start gives the same numbers).
 */
async function removeMisleadingLocks(layout: Layout): Promise<void> {
  for (const name of await readdir(layout.cluster)) {
    if (name !== 'postmaster.pid' && !SOCKET_LOCK.test(name)) continue;
    const file = join(layout.cluster, name);
    const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
    if (exists(pid) && !(await isServing(pid, layout))) await rm(file, { force: true });
  }
}

async function askOwner(layout: Layout, password: string, former: PostmasterFile): Promise<OwnerLock | 'another process' | 'no answer'> {
  if (former.port === null || !former.isReady) return 'no answer';
  const address = addressAt(layout, former.port);
  try {
    const reachable = former.hasSocket ? address : { ...address, socketFolder: null };
    return (await OwnerLock.tryAcquire(reachable, password)) ?? 'another process';
  } catch (error) {
    if ((error as { code?: string }).code === '28P01')
      throw new EmbeddedPostgresError(`The server of ${layout.home} refuses the password in ${layout.passwordFile}.`, { cause: error });
    return 'no answer';
  }
}
