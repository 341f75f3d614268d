import { Module } from '@nestjs/common';
import { DueModule } from '../../record/due/due.module.js';
import { AgentClockRepository } from './agent-clock.repository.js';
import { AgentClockService } from './agent-clock.service.js';
import { ClockAdvanceScheduler } from './clock-advance.scheduler.js';
import { ClockAdvanceService } from './clock-advance.service.js';
import { ClockController } from './clock.controller.js';

/** An agent's clock, and what happens as it advances. */
@Module({
  imports: [DueModule],
  controllers: [ClockController],
  providers: [AgentClockRepository, AgentClockService, ClockAdvanceService, ClockAdvanceScheduler],
})
export class AgentClockModule {}
