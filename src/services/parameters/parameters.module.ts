import { Module } from '@nestjs/common';
import { MoneyModule } from '../../record/money/money.module.js';
import { ParametersController } from './parameters.controller.js';
import { ParametersService } from './parameters.service.js';

@Module({ imports: [MoneyModule], controllers: [ParametersController], providers: [ParametersService] })
export class ParametersModule {}
