import { Module } from '@nestjs/common';
import { AgentsModule } from '../../record/agents/agents.module.js';
import { PartiesModule } from '../../record/parties/parties.module.js';
import { AuthModule } from '../../services/auth/auth.module.js';
import { UsersModule } from '../users/users.module.js';
import { DemoCustomerService } from './demo-customer.service.js';
import { DemoSecretsMaker } from './demo-secrets-maker.js';
import { DemoService } from './demo.service.js';

@Module({
  imports: [AgentsModule, AuthModule, PartiesModule, UsersModule],
  providers: [DemoCustomerService, DemoSecretsMaker, DemoService],
  exports: [DemoService],
})
export class DemoModule {}
