import { Module } from '@nestjs/common';
import { Forwarded } from '../../gateway/call/forwarded.js';
import { GatewayModule } from '../../gateway/gateway.module.js';
import { ContractModule } from '../../record/contract/contract.module.js';
import { CoreModule } from '../../record/core/core.module.js';
import { CustomerCaseService } from './customer-case.service.js';
import { CustomerContactService } from './customer-contact.service.js';
import { CustomerFilesService } from './customer-files.service.js';
import { CustomerGuard } from './customer.guard.js';
import { CustomerActsController, CustomerCasesController } from './customer.controller.js';
import { CustomerPageController } from './customer-page.controller.js';
import { CustomerVisits } from './customer-visits.service.js';

@Module({
  imports: [ContractModule, CoreModule, GatewayModule],
  controllers: [CustomerActsController, CustomerCasesController, CustomerPageController],
  providers: [CustomerCaseService, CustomerContactService, CustomerFilesService, CustomerGuard, CustomerVisits, Forwarded],
})
export class CustomerModule {}
