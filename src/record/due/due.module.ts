import { Module } from '@nestjs/common';
import { ApplicationsModule } from '../applications/applications.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { DueRepository } from './due.repository.js';
import { DueScheduler } from './due.scheduler.js';
import { DueWork } from './due-work.js';

/** The clock's part of the state table. */
@Module({ imports: [ApplicationsModule, LedgerModule], providers: [DueRepository, DueScheduler, DueWork], exports: [DueWork] })
export class DueModule {}
