import { Injectable, Logger } from '@nestjs/common';
import { Scheduler } from '../../../jobs/scheduler.js';
import { AuditChainRepository, formatHead } from './audit-chain.repository.js';

const EVERY_MS = 1_000;
const HOUR_MS = 3_600_000;

@Injectable()
export class AuditChainScheduler {
  private readonly logger = new Logger('Audit');

  constructor(
    scheduler: Scheduler,
    private readonly chain: AuditChainRepository,
  ) {
    scheduler.add({ name: 'chain the audit record', everyMs: EVERY_MS, places: ['gateway'], pass: () => this.chain.linkAll() });
    scheduler.add({ name: 'log the head of the audit record', everyMs: HOUR_MS, places: ['gateway'], pass: () => this.logHead() });
  }

  private async logHead(): Promise<void> {
    const head = await this.chain.findHead();
    if (head.position > 0) this.logger.log(`Head of the audit record: ${formatHead(head)}`);
  }
}
