import { Module } from '@nestjs/common';
import { ClaimsHistoryModule } from '../../record/claims-history/claims-history.module.js';
import { SettingsModule } from '../../record/settings/settings.module.js';
import { StaffApplicationsModule } from '../applications/staff-applications.module.js';
import { PartyApplicationsService } from './party-applications.service.js';
import { PartyClaimsHistoryService } from './party-claims-history.service.js';
import { StaffPartiesController } from './staff-parties.controller.js';
import { PartyErasureController } from './party-erasure.controller.js';
import { ErasurePreviewService } from './erasure-preview.service.js';
import { ErasureWorker } from './erasure.worker.js';
import { ErasureRepository } from './erasure.repository.js';
import { PartyErasureService } from './party-erasure.service.js';
import { PersonDataRepository } from './person-data.repository.js';
import { RetentionService } from './retention.service.js';
import { StaffPartyService } from './staff-party.service.js';
import { StaffPartyDecisionService } from './staff-party-decision.service.js';

/** The register of persons and companies as staff reads it. */
@Module({
  imports: [ClaimsHistoryModule, SettingsModule, StaffApplicationsModule],
  controllers: [StaffPartiesController, PartyErasureController],
  providers: [
    StaffPartyService,
    StaffPartyDecisionService,
    ErasurePreviewService,
    ErasureRepository,
    ErasureWorker,
    PartyApplicationsService,
    PartyClaimsHistoryService,
    PartyErasureService,
    PersonDataRepository,
    RetentionService,
  ],
  exports: [RetentionService],
})
export class StaffPartiesModule {}
