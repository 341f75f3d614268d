import { Module } from '@nestjs/common';
import { ReportsController } from './reports.controller.js';
import { ExchangeModule } from '../../record/exchange/exchange.module.js';

@Module({ imports: [ExchangeModule], controllers: [ReportsController] })
export class ReportsModule {}
