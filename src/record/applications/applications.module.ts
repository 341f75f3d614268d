import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module.js';
import { PartiesModule } from '../parties/parties.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { ApplicationHistoryRepository } from './application-history.repository.js';
import { ApplicationRepository } from './application.repository.js';
import { ApplicationSearchRepository } from './application-search.repository.js';
import { ApplicationService } from './application.service.js';
import { PolicyPlateRepository } from './policy-plate.repository.js';
import { PrepayService } from './prepay.service.js';
import { RiskItemIdRepository } from './risk-item-id.repository.js';

const SHARED = [
  ApplicationHistoryRepository,
  ApplicationService,
  ApplicationSearchRepository,
  PolicyPlateRepository,
  PrepayService,
  RiskItemIdRepository,
];

@Module({
  imports: [LedgerModule, PartiesModule, SettingsModule],
  providers: [...SHARED, ApplicationRepository],
  exports: SHARED,
})
export class ApplicationsModule {}
