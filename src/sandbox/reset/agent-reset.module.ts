import { Module } from '@nestjs/common';
import { AgentResetController } from './agent-reset.controller.js';
import { AgentResetRepository } from './agent-reset.repository.js';
import { AgentResetService } from './agent-reset.service.js';
import { AgentResetWorker } from './agent-reset.worker.js';

@Module({ controllers: [AgentResetController], providers: [AgentResetRepository, AgentResetService, AgentResetWorker] })
export class AgentResetModule {}
