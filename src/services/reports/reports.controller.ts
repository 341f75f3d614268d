import { applyDecorators, Get, Query, type StreamableFile } from '@nestjs/common';
import { getHolder } from '../../common/caller.js';
import { toSnakeCase } from '../../common/table.js';
import { ApiRowStream } from '../../gateway/documentation/file-responses.js';
import { ServiceController, CurrentCall, type UserCall } from '../../gateway/handler/decorators.js';
import { sendTable } from '../../gateway/handler/table-response.js';
import { ReportPeriodQuery, ReportYearQuery } from '../../record/exchange/reports/report-query.dto.js';
import { ReportService } from '../../record/exchange/reports/report.service.js';
import { type ReportName, REPORTS } from '../../record/exchange/reports/reports.js';

const GetReport = (name: ReportName): MethodDecorator => applyDecorators(Get(name), ApiRowStream(REPORTS[name].columns, toSnakeCase));

/** Reports on the business of the agent and its delegates (reports.1). */
@ServiceController('reports-api', 'resources')
export class ReportsController {
  constructor(private readonly reports: ReportService) {}

  /**
   * Report the policies issued, amended, renewed and cancelled in a period. A policy adds its premium at issue, an
   * amendment its difference; a cancellation subtracts unpaid instalments and refunds.
   */
  @GetReport('production')
  getProductionReport(@CurrentCall() call: UserCall, @Query() query: ReportPeriodQuery): Promise<StreamableFile> {
    return this.read(call, 'production', query);
  }

  /** Report the receipts paid or refunded in a period. A refund has negative amounts. */
  @GetReport('receipts')
  getReceiptsReport(@CurrentCall() call: UserCall, @Query() query: ReportPeriodQuery): Promise<StreamableFile> {
    return this.read(call, 'receipts', query);
  }

  /**
   * Report the bases of commissions in a period. The net premium of each booked receipt by class of covers, for
   * applications that name an agent of the commission. Rates are not recorded.
   */
  @GetReport('commissions')
  getCommissionsReport(@CurrentCall() call: UserCall, @Query() query: ReportPeriodQuery): Promise<StreamableFile> {
    return this.read(call, 'commissions', query);
  }

  /** Report the policies that end in a period and are not renewed yet. */
  @GetReport('renewals')
  getRenewalsReport(@CurrentCall() call: UserCall, @Query() query: ReportPeriodQuery): Promise<StreamableFile> {
    return this.read(call, 'renewals', query);
  }

  /** Report pending referrals, and those decided in a period. With reasons, outcome and terms. */
  @GetReport('referrals')
  getReferralsReport(@CurrentCall() call: UserCall, @Query() query: ReportPeriodQuery): Promise<StreamableFile> {
    return this.read(call, 'referrals', query);
  }

  /**
   * Report the properties whose insurance reduces the property tax of a year. One row for each insured object, with
   * recorded facts only. The share of each owner and the number in the land register (KAEK) are not recorded, nor is a
   * property number (ATAK) that was not stated; each row says so.
   */
  @GetReport('enfia')
  getEnfiaReport(@CurrentCall() call: UserCall, @Query() query: ReportYearQuery): Promise<StreamableFile> {
    return this.read(call, 'enfia', query);
  }

  private read(call: UserCall, name: ReportName, query: ReportPeriodQuery | ReportYearQuery): Promise<StreamableFile> {
    const { environment, language, user } = call.caller;
    const reader = { environment, holder: getHolder(call.caller) };
    const table = this.reports.select(name, query, reader, { agents: user.readableAgents, line: null });
    return sendTable(call, { ...table, language, nameOf: toSnakeCase });
  }
}
