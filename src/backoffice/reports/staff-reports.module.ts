import { Module } from '@nestjs/common';
import { ReportsModule } from '../../record/reports/reports.module.js';
import { StaffReportsController } from './staff-reports.controller.js';

@Module({ imports: [ReportsModule], controllers: [StaffReportsController] })
export class StaffReportsModule {}
