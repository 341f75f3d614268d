import { Module } from '@nestjs/common';
import { AgentsModule } from '../../record/agents/agents.module.js';
import { PartiesModule } from '../../record/parties/parties.module.js';
import { IdentityModule } from '../../identity/identity.module.js';
import { DemoCustomerService } from './demo-customer.service.js';
import { DemoSecretsMaker } from './demo-secrets-maker.js';
import { DemoService } from './demo.service.js';

@Module({
  imports: [AgentsModule, IdentityModule, PartiesModule],
  providers: [DemoCustomerService, DemoSecretsMaker, DemoService],
  exports: [DemoService],
})
export class DemoModule {}
