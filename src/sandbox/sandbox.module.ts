import { Module, type OnModuleInit } from '@nestjs/common';
import { TestFaultInterceptor } from '../gateway/faults/test-fault.interceptor.js';
import { MoneyModule } from '../record/money/money.module.js';
import { GatewayModule } from '../gateway/gateway.module.js';
import { ContractModule } from '../record/contract/contract.module.js';
import { RefusedCredit } from '../record/contract/issue/charge.service.js';
import { CoreModule } from '../record/core/core.module.js';
import { BonusMalusRegistry, type BonusMalusEntry } from '../record/reference/bonus-malus/bonus-malus-registry.js';
import { ActingController } from './acting/acting.controller.js';
import {
  ActingCancellationService,
  ActingCommissionService,
  ActingCustomerService,
  ActingReinstatementService,
  ActingService,
} from './acting/acting.service.js';
import { AgentClockRepository } from './clock/agent-clock.repository.js';
import { AgentClockService } from './clock/agent-clock.service.js';
import { ClockAdvanceService } from './clock/clock-advance.service.js';
import { ClockController } from './clock/clock.controller.js';
import { ArmedFaultRepository } from './faults/armed-fault.repository.js';
import { FaultsController } from './faults/faults.controller.js';
import { FaultsService } from './faults/faults.service.js';
import { FixtureUnderwriterScheduler } from './fixtures/fixture-underwriter.scheduler.js';
import { FixturesController } from './fixtures/fixtures.controller.js';
import { Fixtures } from './fixtures/fixtures.js';
import { AgentResetController } from './reset/agent-reset.controller.js';
import { AgentResetRepository } from './reset/agent-reset.repository.js';
import { AgentResetService } from './reset/agent-reset.service.js';

const OF_THE_FIXTURES = { source: 'FIXTURE', asOf: '2026-01-01' } as const;

@Module({
  imports: [ContractModule, CoreModule, GatewayModule, MoneyModule],
  controllers: [ActingController, AgentResetController, ClockController, FaultsController, FixturesController],
  providers: [
    ActingCommissionService,
    ActingCustomerService,
    ActingCancellationService,
    ActingReinstatementService,
    ActingService,
    AgentClockRepository,
    AgentClockService,
    AgentResetRepository,
    AgentResetService,
    ArmedFaultRepository,
    ClockAdvanceService,
    FaultsService,
    FixtureUnderwriterScheduler,
    Fixtures,
  ],
})
export class SandboxModule implements OnModuleInit {
  constructor(
    gateway: TestFaultInterceptor,
    faults: FaultsService,
    credit: RefusedCredit,
    private readonly fixtures: Fixtures,
    private readonly registry: BonusMalusRegistry,
  ) {
    gateway.setSource(faults);
    credit.refuse(fixtures.listByClient().flatMap(([afm, { effect }]) => (effect === 'no_credit' ? [afm] : [])));
  }

  async onModuleInit(): Promise<void> {
    const entries = this.fixtures.listByClient().flatMap(([afm, { fields, registry }]): BonusMalusEntry[] => {
      return registry ? [{ plateNo: String(fields.plateNo), afm, ...registry, ...OF_THE_FIXTURES }] : [];
    });
    await this.registry.add('sandbox', entries);
  }
}
