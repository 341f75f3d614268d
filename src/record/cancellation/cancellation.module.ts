import { Module } from '@nestjs/common';
import { ApplicationsModule } from '../applications/applications.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { CancellationRepository } from './cancellation.repository.js';
import { CancellationService } from './cancellation.service.js';

/** The end of a policy before its time. */
@Module({
  imports: [ApplicationsModule, LedgerModule],
  providers: [CancellationRepository, CancellationService],
  exports: [CancellationRepository, CancellationService],
})
export class CancellationModule {}
