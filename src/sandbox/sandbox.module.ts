import { Module } from '@nestjs/common';
import { TestFaultInterceptor } from '../gateway/faults/test-fault.interceptor.js';
import { GatewayModule } from '../gateway/gateway.module.js';
import { ContractModule } from '../record/contract/contract.module.js';
import { RefusedCredit } from '../record/contract/issue/refused-credit.js';
import { CoreModule } from '../record/core/core.module.js';
import { ActingController } from './acting/acting.controller.js';
import { ActingService } from './acting/acting.service.js';
import { AgentClockRepository } from './clock/agent-clock.repository.js';
import { AgentClockService } from './clock/agent-clock.service.js';
import { ClockAdvanceScheduler } from './clock/clock-advance.scheduler.js';
import { ClockAdvanceService } from './clock/clock-advance.service.js';
import { ClockController } from './clock/clock.controller.js';
import { ArmedFaultRepository } from './faults/armed-fault.repository.js';
import { FaultsController } from './faults/faults.controller.js';
import { FaultsService } from './faults/faults.service.js';
import { FixtureRegistryLoader } from './fixtures/fixture-registry.loader.js';
import { FixtureUnderwriterScheduler } from './fixtures/fixture-underwriter.scheduler.js';
import { FixturesController } from './fixtures/fixtures.controller.js';
import { Fixtures } from './fixtures/fixtures.js';
import { AgentResetController } from './reset/agent-reset.controller.js';
import { AgentResetRepository } from './reset/agent-reset.repository.js';
import { AgentResetService } from './reset/agent-reset.service.js';
import { AgentResetWorker } from './reset/agent-reset.worker.js';

/** `/dev/test-api`: what else takes months, other people or bad luck, brought about by the program itself (sandbox.1). */
@Module({
  imports: [ContractModule, CoreModule, GatewayModule],
  controllers: [ActingController, AgentResetController, ClockController, FaultsController, FixturesController],
  providers: [
    ActingService,
    AgentClockRepository,
    AgentClockService,
    AgentResetRepository,
    AgentResetService,
    AgentResetWorker,
    ArmedFaultRepository,
    ClockAdvanceScheduler,
    ClockAdvanceService,
    FaultsService,
    FixtureRegistryLoader,
    FixtureUnderwriterScheduler,
    Fixtures,
  ],
})
export class SandboxModule {
  constructor(gateway: TestFaultInterceptor, faults: FaultsService, fixtures: Fixtures, credit: RefusedCredit) {
    gateway.takeFrom(faults);
    credit.refuse(fixtures.ofClients().flatMap(([afm, { effect }]) => (effect === 'no_credit' ? [afm] : [])));
  }
}
