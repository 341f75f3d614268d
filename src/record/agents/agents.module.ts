import { Module } from '@nestjs/common';
import { AgentCodeService } from './agent-code.service.js';
import { AgentService } from './agent.service.js';

@Module({ providers: [AgentCodeService, AgentService], exports: [AgentCodeService, AgentService] })
export class AgentsModule {}
