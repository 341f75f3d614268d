import { Module } from '@nestjs/common';
import { AgentsModule } from '../../record/agents/agents.module.js';
import { AgentAdministrationService } from './agent-administration.service.js';
import { AgentsController } from './agents.controller.js';

/** The insurer's agents as administrators make and change them. */
@Module({ imports: [AgentsModule], controllers: [AgentsController], providers: [AgentAdministrationService] })
export class AgentAdministrationModule {}
