import { Module } from '@nestjs/common';
import { BonusMalusModule } from '../bonus-malus/bonus-malus.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { ClaimsHistoryRepository } from './claims-history.repository.js';
import { ClaimsHistoryService } from './claims-history.service.js';

/** What is known of a policyholder's third-party claims. */
@Module({
  imports: [BonusMalusModule, DocumentsModule, SettingsModule],
  providers: [ClaimsHistoryRepository, ClaimsHistoryService],
  exports: [ClaimsHistoryService],
})
export class ClaimsHistoryModule {}
