import { Module } from '@nestjs/common';
import { LettersController } from './letters.controller.js';
import { DocumentsController } from './documents.controller.js';
import { ContractModule } from '../../record/contract/contract.module.js';
import { InformationController } from './information.controller.js';
import { OffersController } from './offers.controller.js';
import { CoreModule } from '../../record/core/core.module.js';
import { GatewayModule } from '../../gateway/gateway.module.js';

@Module({
  imports: [ContractModule, CoreModule, GatewayModule],
  controllers: [DocumentsController, InformationController, LettersController, OffersController],
})
export class DocsModule {}
