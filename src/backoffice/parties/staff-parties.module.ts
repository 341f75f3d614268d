import { Module } from '@nestjs/common';
import { StaffPartiesController } from './staff-parties.controller.js';
import { PartyErasureController } from './party-erasure.controller.js';
import { PartyErasure } from './party-erasure.js';
import { StaffParties } from './staff-parties.js';

/** The register of persons and companies as staff reads it. */
@Module({ controllers: [StaffPartiesController, PartyErasureController], providers: [StaffParties, PartyErasure] })
export class StaffPartiesModule {}
