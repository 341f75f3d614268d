import { Module } from '@nestjs/common';
import { LinesModule } from '../../record/lines/lines.module.js';
import { PoliciesController } from './policies.controller.js';
import { PolicyQueueRepository } from './policy-queue.repository.js';
import { PolicyQueueService } from './policy-queue.service.js';

@Module({ imports: [LinesModule], controllers: [PoliciesController], providers: [PolicyQueueRepository, PolicyQueueService] })
export class StaffPoliciesModule {}
