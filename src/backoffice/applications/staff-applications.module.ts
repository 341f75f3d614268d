import { Module } from '@nestjs/common';
import { ApplicationsModule } from '../../record/applications/applications.module.js';
import { CancellationModule } from '../../record/cancellation/cancellation.module.js';
import { DocumentsModule } from '../../record/documents/documents.module.js';
import { LedgerModule } from '../../record/ledger/ledger.module.js';
import { UnderwritingModule } from '../../record/underwriting/underwriting.module.js';
import { LinesModule } from '../../record/lines/lines.module.js';
import { TariffsModule } from '../../record/tariffs/tariffs.module.js';
import { ApplicationActionsController } from './application-actions.controller.js';
import { ApplicationListRepository } from './application-list.repository.js';
import { ApplicationObjectController } from './application-object.controller.js';
import { ApplicationObjectService } from './application-object.service.js';
import { ApplicationTimelineRepository } from './application-timeline.repository.js';
import { ApplicationWorkController } from './application-work.controller.js';
import { ApplicationWorkRepository } from './application-work.repository.js';
import { ApplicationWorkService } from './application-work.service.js';
import { QuestionnaireDecoder } from './questionnaire-decoder.js';
import { StaffApplicationsController } from './staff-applications.controller.js';
import { StaffApplicationFilesController } from './staff-application-files.controller.js';
import { StaffApplicationFilesReader } from './staff-application-files.reader.js';
import { StaffApplicationReader } from './staff-application.reader.js';
import { StaffApplicationsService } from './staff-applications.service.js';

@Module({
  imports: [ApplicationsModule, CancellationModule, DocumentsModule, LedgerModule, LinesModule, TariffsModule, UnderwritingModule],
  controllers: [
    ApplicationActionsController,
    StaffApplicationsController,
    StaffApplicationFilesController,
    ApplicationObjectController,
    ApplicationWorkController,
  ],
  providers: [
    ApplicationListRepository,
    ApplicationObjectService,
    ApplicationTimelineRepository,
    ApplicationWorkRepository,
    ApplicationWorkService,
    QuestionnaireDecoder,
    StaffApplicationFilesReader,
    StaffApplicationReader,
    StaffApplicationsService,
  ],
  exports: [QuestionnaireDecoder],
})
export class StaffApplicationsModule {}
