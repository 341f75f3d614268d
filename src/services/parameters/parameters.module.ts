import { Module } from '@nestjs/common';
import { BusinessParametersController } from './business-parameters.controller.js';
import { ParametersService } from './parameters.service.js';
import { PersonParametersController } from './person-parameters.controller.js';
import { MoneyModule } from '../../record/money/money.module.js';

/** The lists common to several services (parameters.1). */
@Module({
  imports: [MoneyModule],
  controllers: [PersonParametersController, BusinessParametersController],
  providers: [ParametersService],
})
export class ParametersModule {}
