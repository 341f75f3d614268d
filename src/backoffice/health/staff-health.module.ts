import { Module } from '@nestjs/common';
import { EventsModule } from '../../record/events/events.module.js';
import { OverviewModule } from '../../record/overview/overview.module.js';
import { TariffsModule } from '../../record/tariffs/tariffs.module.js';
import { WebhookSenderModule } from '../../record/webhooks/sender/webhook-sender.module.js';
import { EnvironmentHealthReader } from './environment-health.reader.js';
import { NodeRepository } from './node.repository.js';
import { NodeSignScheduler } from './node-sign.scheduler.js';
import { StaffHealthController } from './staff-health.controller.js';
import { StaffHealthService } from './staff-health.service.js';

/** How the program is, for administrators. */
@Module({
  imports: [EventsModule, OverviewModule, TariffsModule, WebhookSenderModule],
  controllers: [StaffHealthController],
  providers: [EnvironmentHealthReader, NodeRepository, NodeSignScheduler, StaffHealthService],
})
export class StaffHealthModule {}
