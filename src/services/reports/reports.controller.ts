import { Get, Query, type StreamableFile } from '@nestjs/common';
import { holderOf } from '../../common/caller.js';
import { toSnakeCase } from '../../common/table.js';
import { ApiRowStream } from '../../gateway/documentation/table-responses.js';
import { ServiceController } from '../../gateway/handler/decorators.js';
import { answerTable } from '../../gateway/handler/table-response.js';
import { CurrentCall, type UserCall } from '../../gateway/handler/user-call.decorator.js';
import { periodName, reportPeriodOf } from '../../record/exchange/reports/report-period.js';
import { ReportPeriodQuery, ReportYearQuery } from '../../record/exchange/reports/report-query.dto.js';
import { ReportService } from '../../record/exchange/reports/report.service.js';
import { type ReportName, REPORTS } from '../../record/exchange/reports/reports.js';

const OF = (name: ReportName): MethodDecorator => ApiRowStream(REPORTS[name].columns, toSnakeCase);

/** Reports of the agent's own business, and of its delegates' (reports.1). */
@ServiceController('reports-api', 'resources')
export class ReportsController {
  constructor(private readonly reports: ReportService) {}

  /**
   * Policies issued, renewed and cancelled in a period. A policy adds the premium that it was issued with; its end takes off what is no longer to be
   * paid and what goes back.
   */
  @Get('production')
  @OF('production')
  getProductionReport(@CurrentCall() call: UserCall, @Query() query: ReportPeriodQuery): Promise<StreamableFile> {
    return this.answer(call, 'production', query);
  }

  /** Receipts booked in a period. Paid, or given back; a refund has amounts below zero. */
  @Get('receipts')
  @OF('receipts')
  getReceiptsReport(@CurrentCall() call: UserCall, @Query() query: ReportPeriodQuery): Promise<StreamableFile> {
    return this.answer(call, 'receipts', query);
  }

  /**
   * Commission bases of a period. The net premium of each receipt that was booked, by class of covers, of applications that name an agent of the
   * commission. Rates are not recorded.
   */
  @Get('commissions')
  @OF('commissions')
  getCommissionsReport(@CurrentCall() call: UserCall, @Query() query: ReportPeriodQuery): Promise<StreamableFile> {
    return this.answer(call, 'commissions', query);
  }

  /** Policies that end in a period and are not renewed yet. */
  @Get('renewals')
  @OF('renewals')
  getRenewalsReport(@CurrentCall() call: UserCall, @Query() query: ReportPeriodQuery): Promise<StreamableFile> {
    return this.answer(call, 'renewals', query);
  }

  /** Referrals that wait, and those decided in a period. With reasons, outcome and terms. */
  @Get('referrals')
  @OF('referrals')
  getReferralsReport(@CurrentCall() call: UserCall, @Query() query: ReportPeriodQuery): Promise<StreamableFile> {
    return this.answer(call, 'referrals', query);
  }

  /**
   * Properties of a year whose insurance reduces the property tax. A row for each insured object, with recorded facts only. Not held, and named so in
   * each row: the share of each owner, the number in the land register (KAEK), and the property number (ATAK) where nobody stated it.
   */
  @Get('enfia')
  @OF('enfia')
  getEnfiaReport(@CurrentCall() call: UserCall, @Query() query: ReportYearQuery): Promise<StreamableFile> {
    return this.answer(call, 'enfia', query);
  }

  private answer(call: UserCall, name: ReportName, query: ReportPeriodQuery | ReportYearQuery): Promise<StreamableFile> {
    const { environment, language, user } = call.caller;
    const period = reportPeriodOf(query);
    const reader = { environment, holder: holderOf(call.caller) };
    return answerTable(call, {
      name: `${name}-${periodName(period)}`,
      language,
      nameOf: toSnakeCase,
      columns: REPORTS[name].columns,
      read: () => this.reports.read(name, reader, period, { agents: user.readableAgents, line: null }),
    });
  }
}
