import { Module } from '@nestjs/common';
import { ContractModule } from '../../record/contract/contract.module.js';
import { CustomerLinksController } from './customer-links.controller.js';
import { LettersController } from './letters.controller.js';
import { DocumentsController } from './documents.controller.js';
import { InformationController } from './information.controller.js';
<<<<<<< HEAD
import { OffersController } from './offers.controller.js';
=======
import { WithdrawalsController } from './withdrawals.controller.js';
>>>>>>> 2c4eaed1 (customer: Let customers read, answer and withdraw by links)
import { CoreModule } from '../../record/core/core.module.js';
import { GatewayModule } from '../../gateway/gateway.module.js';

@Module({
  imports: [ContractModule, CoreModule, GatewayModule],
<<<<<<< HEAD
  controllers: [DocumentsController, InformationController, LettersController, OffersController],
=======
  controllers: [CustomerLinksController, DocumentsController, InformationController, LettersController, WithdrawalsController],
>>>>>>> 2c4eaed1 (customer: Let customers read, answer and withdraw by links)
})
export class DocsModule {}
