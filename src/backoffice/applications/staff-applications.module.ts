import { Module } from '@nestjs/common';
import { ApplicationsModule } from '../../record/applications/applications.module.js';
import { CancellationModule } from '../../record/cancellation/cancellation.module.js';
import { DocumentsModule } from '../../record/documents/documents.module.js';
import { LedgerModule } from '../../record/ledger/ledger.module.js';
import { UnderwritingModule } from '../../record/underwriting/underwriting.module.js';
import { StaffApplicationsController } from './staff-applications.controller.js';
import { StaffApplicationFilesController } from './staff-application-files.controller.js';
import { StaffApplicationReader } from './staff-application.reader.js';
import { StaffApplicationsService } from './staff-applications.service.js';

@Module({
  imports: [ApplicationsModule, CancellationModule, DocumentsModule, LedgerModule, UnderwritingModule],
  controllers: [StaffApplicationsController, StaffApplicationFilesController],
  providers: [StaffApplicationReader, StaffApplicationsService],
})
export class StaffApplicationsModule {}
