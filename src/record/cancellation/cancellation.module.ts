import { Module } from '@nestjs/common';
import { ApplicationsModule } from '../applications/applications.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { Cancellations } from './cancellations.js';

/** The end of a policy before its time. */
@Module({ imports: [ApplicationsModule, LedgerModule], providers: [Cancellations], exports: [Cancellations] })
export class CancellationModule {}
