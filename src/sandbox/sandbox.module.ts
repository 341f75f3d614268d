import { Module } from '@nestjs/common';
import { ActingModule } from './acting/acting.module.js';
import { AgentClockModule } from './clock/agent-clock.module.js';
import { FaultsModule } from './faults/faults.module.js';
import { FixturesModule } from './fixtures/fixtures.module.js';
import { AgentResetModule } from './reset/agent-reset.module.js';

/** `/dev/test-api`: what else takes months, other people or bad luck, brought about by the program itself (sandbox.1). */
@Module({ imports: [ActingModule, AgentClockModule, AgentResetModule, FaultsModule, FixturesModule] })
export class SandboxModule {}
