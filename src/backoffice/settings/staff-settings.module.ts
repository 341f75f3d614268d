import { Module } from '@nestjs/common';
import { DocumentsModule } from '../../record/documents/documents.module.js';
import { SettingsModule } from '../../record/settings/settings.module.js';
import { SettingsController } from './settings.controller.js';
import { StaffLegalTextsService } from './staff-legal-texts.service.js';
import { StaffSettingsService } from './staff-settings.service.js';

/** What the insurer sets for itself. */
@Module({
  imports: [DocumentsModule, SettingsModule],
  controllers: [SettingsController],
  providers: [StaffLegalTextsService, StaffSettingsService],
})
export class StaffSettingsModule {}
