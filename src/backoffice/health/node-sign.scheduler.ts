import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { PACKAGE_ROOT } from '../../common/package-root.js';
import { PeriodicWork } from '../../common/periodic-work.js';
import { NodeRepository, SIGN_EVERY_MS, type KnownNode, type ThisNode } from './node.repository.js';

/** Tells that this process lives, and that it goes. */
@Injectable()
export class NodeSignScheduler extends PeriodicWork<'gateway'> {
  readonly node: ThisNode = {
    ...{ id: randomUUID(), host: hostname(), pid: process.pid },
    version: (JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as { version: string }).version,
    startedAt: new Date(Date.now() - process.uptime() * 1000),
  };
  private readonly logger = new Logger(NodeSignScheduler.name);

  constructor(private readonly nodes: NodeRepository) {
    super(SIGN_EVERY_MS, ['gateway']);
  }

  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap();
    this.hurry('gateway');
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.nodes.leave(this.node).catch((error: Error) => this.noteFailure('gateway', error.message));
  }

  /** Every process that serves this database, the oldest first. */
  known(): Promise<KnownNode[]> {
    return this.nodes.find();
  }

  protected pass(): Promise<void> {
    return this.nodes.sign(this.node);
  }

  protected noteFailure(_place: 'gateway', reason: string): void {
    this.logger.warn(`This node is not seen in the list of nodes: ${reason}`);
  }
}
