import { Module } from '@nestjs/common';
import { ReportsModule } from '../../record/reports/reports.module.js';
import { ReportsController } from './reports.controller.js';

@Module({ imports: [ReportsModule], controllers: [ReportsController] })
export class ReportsApiModule {}
