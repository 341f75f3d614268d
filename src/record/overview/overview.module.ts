import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { OverviewFold } from './overview-fold.js';
import { OverviewFoldRepository } from './overview-fold.repository.js';
import { OverviewFoldScheduler } from './overview-fold.scheduler.js';
import { OverviewRepository } from './overview.repository.js';

/** Figures of the whole business, kept beside the record. */
@Module({
  imports: [EventsModule],
  providers: [OverviewFold, OverviewFoldRepository, OverviewFoldScheduler, OverviewRepository],
  exports: [OverviewFold, OverviewRepository],
})
export class OverviewModule {}
