import { Module } from '@nestjs/common';
import { ContractModule } from '../../record/contract/contract.module.js';
import { CoreModule } from '../../record/core/core.module.js';
import { MoneyModule } from '../../record/money/money.module.js';
import { AccountController } from './account.controller.js';
import { CollectionController } from './collection.controller.js';
import { CommissionController } from './commission.controller.js';
import { ReceiptsController } from './receipts.controller.js';
import { ReceiptsService } from './receipts.service.js';

@Module({
  imports: [ContractModule, CoreModule, MoneyModule],
  controllers: [AccountController, CollectionController, CommissionController, ReceiptsController],
  providers: [ReceiptsService],
})
export class CollectionModule {}
