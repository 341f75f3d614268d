import { Module } from '@nestjs/common';
import { SettingsModule } from '../../record/settings/settings.module.js';
import { StaffPartiesController } from './staff-parties.controller.js';
import { PartyErasureController } from './party-erasure.controller.js';
import { ErasureListing } from './erasure-listing.js';
import { ErasurePreview } from './erasure-preview.js';
import { ErasureWork } from './erasure-work.js';
import { ErasureRepository } from './erasure.repository.js';
import { PartyErasure } from './party-erasure.js';
import { Retention } from './retention.js';
import { StaffParties } from './staff-parties.js';
import { StaffPartyDecisions } from './staff-party-decisions.js';

/** The register of persons and companies as staff reads it. */
@Module({
  imports: [SettingsModule],
  controllers: [StaffPartiesController, PartyErasureController],
  providers: [StaffParties, StaffPartyDecisions, ErasureListing, ErasurePreview, ErasureRepository, ErasureWork, PartyErasure, Retention],
  exports: [Retention],
})
export class StaffPartiesModule {}
