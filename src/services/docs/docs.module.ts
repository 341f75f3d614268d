import { Module } from '@nestjs/common';
import { ContractModule } from '../../record/contract/contract.module.js';
import { CustomerLinksController } from './customer-links.controller.js';
import { LettersController } from './letters.controller.js';
import { DocumentsController } from './documents.controller.js';
import { InformationController } from './information.controller.js';
import { OffersController } from './offers.controller.js';
import { WithdrawalsController } from './withdrawals.controller.js';
import { CoreModule } from '../../record/core/core.module.js';
import { GatewayModule } from '../../gateway/gateway.module.js';

@Module({
  imports: [ContractModule, CoreModule, GatewayModule],
  controllers: [
    CustomerLinksController,
    DocumentsController,
    InformationController,
    LettersController,
    OffersController,
    WithdrawalsController,
  ],
})
export class DocsModule {}
