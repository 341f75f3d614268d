import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { PACKAGE_ROOT } from '../../../common/package-root.js';
import type { Job } from '../../../jobs/job.js';
import { Scheduler } from '../../../jobs/scheduler.js';
import { Store } from '../../../store/store.js';

interface ThisNode {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly startedAt: Date;
}

interface KnownNode extends ThisNode {
  readonly seenAt: Date;
  readonly isSilent: boolean;
}

const HEARTBEAT_EVERY_MS = 30_000;
const SILENT_AFTER_SECONDS = 75;
const DELETED_AFTER_SECONDS = 86_400;

// Uses the clock of the database. Other nodes delete a killed process after a day.
const SAVE_HEARTBEAT = `
  WITH forgotten AS (DELETE FROM node WHERE seen_at < now() - interval '${DELETED_AFTER_SECONDS} s' AND id <> $1)
  INSERT INTO node (id, host, pid, version, started_at, seen_at) VALUES ($1, $2, $3, $4, $5, now())
  ON CONFLICT (id) DO UPDATE SET seen_at = now()`;
const FIND = `
  SELECT id, host, pid, version, started_at AS "startedAt", seen_at AS "seenAt", seen_at < now() - interval '${SILENT_AFTER_SECONDS} s' AS "isSilent"
  FROM node ORDER BY started_at, id`;

@Injectable()
export class NodeHeartbeatScheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly node: ThisNode = {
    id: randomUUID(),
    host: hostname(),
    pid: process.pid,
    version: (JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as { version: string }).version,
    startedAt: new Date(Date.now() - process.uptime() * 1000),
  };
  private readonly job: Job<'gateway'>;

  constructor(
    scheduler: Scheduler,
    private readonly store: Store,
  ) {
    this.job = scheduler.add({
      name: 'send the node heartbeat',
      everyMs: HEARTBEAT_EVERY_MS,
      places: ['gateway'],
      pass: () => this.send(),
    });
  }

  onApplicationBootstrap(): void {
    void this.job.run('gateway');
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.job.stop();
    const leaving = this.store.query('gateway', 'DELETE FROM node WHERE id = $1', [this.node.id]);
    await leaving.catch((error: unknown) => this.job.reportFailure('gateway', error));
  }

  list(): Promise<KnownNode[]> {
    return this.store.query<KnownNode>('gateway', FIND);
  }

  private async send(): Promise<void> {
    const { id, host, pid, version, startedAt } = this.node;
    await this.store.query('gateway', SAVE_HEARTBEAT, [id, host, pid, version, startedAt]);
  }
}
