import { Module } from '@nestjs/common';
import { AgentCodes } from './agent-codes.js';
import { Agents } from './agents.js';

@Module({ providers: [AgentCodes, Agents], exports: [AgentCodes, Agents] })
export class AgentsModule {}
