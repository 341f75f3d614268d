import { Module } from '@nestjs/common';
import { StaffPartiesController } from './staff-parties.controller.js';
import { StaffParties } from './staff-parties.js';

/** The register of persons and companies as staff reads it. */
@Module({ controllers: [StaffPartiesController], providers: [StaffParties] })
export class StaffPartiesModule {}
