import { Module } from '@nestjs/common';
import { ReportService } from './report.service.js';

/** Tables of the business, streamed. */
@Module({ providers: [ReportService], exports: [ReportService] })
export class ReportsModule {}
