import { Module } from '@nestjs/common';
import { PortfolioController } from './portfolio.controller.js';
import { ReportsController } from './reports.controller.js';
import { ExchangeModule } from '../../record/exchange/exchange.module.js';

@Module({ imports: [ExchangeModule], controllers: [ReportsController, PortfolioController] })
export class ReportsModule {}
