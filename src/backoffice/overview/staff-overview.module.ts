import { Module } from '@nestjs/common';
import { OverviewModule } from '../../record/overview/overview.module.js';
import { CallCountRepository } from './call-count.repository.js';
import { OverviewController } from './overview.controller.js';
import { OverviewService } from './overview.service.js';

/** What waits for the insurer's people. */
@Module({ imports: [OverviewModule], controllers: [OverviewController], providers: [CallCountRepository, OverviewService] })
export class StaffOverviewModule {}
