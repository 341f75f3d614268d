import { Module } from '@nestjs/common';
import { Agents } from './agents.js';

@Module({ providers: [Agents], exports: [Agents] })
export class AgentsModule {}
