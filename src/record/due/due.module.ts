import { Module } from '@nestjs/common';
import { ApplicationsModule } from '../applications/applications.module.js';
import { CancellationModule } from '../cancellation/cancellation.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { DueRepository } from './due.repository.js';
import { DueScheduler } from './due.scheduler.js';
import { DueService } from './due.service.js';

/** The clock's part of the state table. */
@Module({
  imports: [ApplicationsModule, CancellationModule, LedgerModule],
  providers: [DueRepository, DueScheduler, DueService],
  exports: [DueRepository, DueService],
})
export class DueModule {}
