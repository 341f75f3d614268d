import { Module } from '@nestjs/common';
import { AgentsModule } from '../../record/agents/agents.module.js';
import { AuthModule } from '../../services/auth/auth.module.js';
import { UsersModule } from '../users/users.module.js';
import { DemoSecretsMaker } from './demo-secrets-maker.js';
import { DemoService } from './demo.service.js';

@Module({
  imports: [AgentsModule, AuthModule, UsersModule],
  providers: [DemoService, DemoSecretsMaker],
  exports: [DemoService],
})
export class DemoModule {}
