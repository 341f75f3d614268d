import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module.js';
import { PartiesModule } from '../parties/parties.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { ApplicationHistoryRepository } from './application-history.repository.js';
import { ApplicationRepository } from './application.repository.js';
import { ApplicationSearchRepository } from './application-search.repository.js';
import { Applications } from './applications.js';
import { PolicyPlates } from './policy-plates.js';
import { Prepay } from './prepay.js';
import { RiskItemIds } from './risk-item-ids.js';

const SHARED = [ApplicationHistoryRepository, Applications, ApplicationSearchRepository, PolicyPlates, Prepay, RiskItemIds];

@Module({
  imports: [LedgerModule, PartiesModule, SettingsModule],
  providers: [...SHARED, ApplicationRepository],
  exports: SHARED,
})
export class ApplicationsModule {}
