import { applyDecorators, Get, Query, type StreamableFile } from '@nestjs/common';
import { holderOf } from '../../common/caller.js';
import { toSnakeCase } from '../../common/table.js';
import { ApiRowStream } from '../../gateway/documentation/table-responses.js';
import { ServiceController } from '../../gateway/handler/decorators.js';
import { answerTable } from '../../gateway/handler/table-response.js';
import { CurrentCall, type UserCall } from '../../gateway/handler/user-call.decorator.js';
import { ReportPeriodQuery, ReportYearQuery } from '../../record/exchange/reports/report-query.dto.js';
import { ReportService } from '../../record/exchange/reports/report.service.js';
import { type ReportName, REPORTS } from '../../record/exchange/reports/reports.js';

const GetReport = (name: ReportName): MethodDecorator => applyDecorators(Get(name), ApiRowStream(REPORTS[name].columns, toSnakeCase));

/** Reports of the agent's own business, and of its delegates' (reports.1). */
@ServiceController('reports-api', 'resources')
export class ReportsController {
  constructor(private readonly reports: ReportService) {}

  /**
   * Policies issued, renewed and cancelled in a period. A policy adds the premium that it was issued with; its end takes off what is no longer to be
   * paid and what goes back.
   */
  @GetReport('production')
  getProductionReport(@CurrentCall() call: UserCall, @Query() query: ReportPeriodQuery): Promise<StreamableFile> {
    return this.read(call, 'production', query);
  }

  /** Receipts booked in a period. Paid, or given back; a refund has amounts below zero. */
  @GetReport('receipts')
  getReceiptsReport(@CurrentCall() call: UserCall, @Query() query: ReportPeriodQuery): Promise<StreamableFile> {
    return this.read(call, 'receipts', query);
  }

  /**
   * Commission bases of a period. The net premium of each receipt that was booked, by class of covers, of applications that name an agent of the
   * commission. Rates are not recorded.
   */
  @GetReport('commissions')
  getCommissionsReport(@CurrentCall() call: UserCall, @Query() query: ReportPeriodQuery): Promise<StreamableFile> {
    return this.read(call, 'commissions', query);
  }

  /** Policies that end in a period and are not renewed yet. */
  @GetReport('renewals')
  getRenewalsReport(@CurrentCall() call: UserCall, @Query() query: ReportPeriodQuery): Promise<StreamableFile> {
    return this.read(call, 'renewals', query);
  }

  /** Referrals that wait, and those decided in a period. With reasons, outcome and terms. */
  @GetReport('referrals')
  getReferralsReport(@CurrentCall() call: UserCall, @Query() query: ReportPeriodQuery): Promise<StreamableFile> {
    return this.read(call, 'referrals', query);
  }

  /**
   * Properties of a year whose insurance reduces the property tax. A row for each insured object, with recorded facts only. Not held, and named so in
   * each row: the share of each owner, the number in the land register (KAEK), and the property number (ATAK) where nobody stated it.
   */
  @GetReport('enfia')
  getEnfiaReport(@CurrentCall() call: UserCall, @Query() query: ReportYearQuery): Promise<StreamableFile> {
    return this.read(call, 'enfia', query);
  }

  private read(call: UserCall, name: ReportName, query: ReportPeriodQuery | ReportYearQuery): Promise<StreamableFile> {
    const { environment, language, user } = call.caller;
    const reader = { environment, holder: holderOf(call.caller) };
    const table = this.reports.select(name, query, reader, { agents: user.readableAgents, line: null });
    return answerTable(call, { ...table, language, nameOf: toSnakeCase });
  }
}
