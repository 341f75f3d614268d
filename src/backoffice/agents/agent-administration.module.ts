import { Module } from '@nestjs/common';
import { AgentsModule } from '../../record/agents/agents.module.js';
import { AgentAdministration } from './agent-administration.js';
import { AgentsController } from './agents.controller.js';

/** The insurer's agents as administrators make and change them. */
@Module({ imports: [AgentsModule], controllers: [AgentsController], providers: [AgentAdministration] })
export class AgentAdministrationModule {}
