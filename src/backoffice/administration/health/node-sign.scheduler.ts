import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { PACKAGE_ROOT } from '../../../common/package-root.js';
import type { Job } from '../../../jobs/job.js';
import { Scheduler } from '../../../jobs/scheduler.js';
import { NodeRepository, SIGN_EVERY_MS, type KnownNode, type ThisNode } from './node.repository.js';

/** Writes into the list of nodes that this process lives, and that it stops. */
@Injectable()
export class NodeSignScheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
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
    private readonly nodes: NodeRepository,
  ) {
    this.job = scheduler.add({
      name: 'sign the list of nodes',
      everyMs: SIGN_EVERY_MS,
      places: ['gateway'],
      pass: () => this.nodes.sign(this.node),
    });
  }

  onApplicationBootstrap(): void {
    void this.job.run('gateway');
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.job.stop();
    await this.nodes.leave(this.node).catch((error: unknown) => this.job.reportFailure('gateway', error));
  }

  /** Every process that serves this database, the oldest first. */
  known(): Promise<KnownNode[]> {
    return this.nodes.find();
  }
}
