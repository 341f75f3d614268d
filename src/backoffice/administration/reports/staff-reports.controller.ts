import { Get, Query, type StreamableFile } from '@nestjs/common';
import { ApiRowStream } from '../../../gateway/documentation/table-responses.js';
import { answerTable } from '../../../gateway/handler/table-response.js';
import { ReportService } from '../../../record/exchange/reports/report.service.js';
import { type ReportName, REPORTS } from '../../../record/exchange/reports/reports.js';
import { BackofficeController, CurrentStaffCall, Roles, type StaffCall } from '../../common/decorators.js';
import { StaffReportQuery, StaffReportYearQuery } from './staff-reports.dto.js';

const asItIs = (key: string): string => key;
const OF = (name: ReportName): MethodDecorator => ApiRowStream(REPORTS[name].columns, asItIs);

/** Reports of the whole business, or of an agent (backoffice.54). */
@BackofficeController('reports')
@Roles('issuing', 'admin')
export class StaffReportsController {
  constructor(private readonly reports: ReportService) {}

  /**
   * Policies of all agents issued, renewed and cancelled in a period. A policy adds the premium that it was issued with; its end takes off what is no
   * longer to be paid and what goes back.
   */
  @Get('production')
  @OF('production')
  getStaffProductionReport(@CurrentStaffCall() call: StaffCall, @Query() query: StaffReportQuery): Promise<StreamableFile> {
    return this.answer(call, 'production', query);
  }

  /** Receipts of all agents booked in a period. Paid, or given back; a refund has amounts below zero. */
  @Get('receipts')
  @OF('receipts')
  getStaffReceiptsReport(@CurrentStaffCall() call: StaffCall, @Query() query: StaffReportQuery): Promise<StreamableFile> {
    return this.answer(call, 'receipts', query);
  }

  /**
   * Commission bases of all agents in a period. The net premium of each receipt that was booked, by class of covers, of applications that name an agent
   * of the commission. Rates are not recorded.
   */
  @Get('commissions')
  @OF('commissions')
  getStaffCommissionsReport(@CurrentStaffCall() call: StaffCall, @Query() query: StaffReportQuery): Promise<StreamableFile> {
    return this.answer(call, 'commissions', query);
  }

  /** Policies of all agents that end in a period and are not renewed yet. */
  @Get('renewals')
  @OF('renewals')
  getStaffRenewalsReport(@CurrentStaffCall() call: StaffCall, @Query() query: StaffReportQuery): Promise<StreamableFile> {
    return this.answer(call, 'renewals', query);
  }

  /** Referrals of all agents that wait, and those decided in a period. With reasons, outcome and terms. */
  @Get('referrals')
  @Roles('underwriter', 'issuing', 'admin')
  @OF('referrals')
  getStaffReferralsReport(@CurrentStaffCall() call: StaffCall, @Query() query: StaffReportQuery): Promise<StreamableFile> {
    return this.answer(call, 'referrals', query);
  }

  /**
   * Properties of all agents in a year whose insurance reduces the property tax. A row for each insured object, with recorded facts only. Not held, and
   * named so in each row: the share of each owner, the number in the land register (KAEK), and the property number (ATAK) where nobody stated it.
   */
  @Get('enfia')
  @OF('enfia')
  getStaffEnfiaReport(@CurrentStaffCall() call: StaffCall, @Query() query: StaffReportYearQuery): Promise<StreamableFile> {
    return this.answer(call, 'enfia', query);
  }

  private answer(call: StaffCall, name: ReportName, query: StaffReportQuery | StaffReportYearQuery): Promise<StreamableFile> {
    const { environment, language, userId } = call.staff;
    const reader = { environment, holder: { lane: 'staff', owner: userId } } as const;
    const filter = { agents: query.agent ? [query.agent] : null, line: ('line' in query && query.line) || null };
    return answerTable(call, { ...this.reports.select(name, query, reader, filter), language, nameOf: asItIs });
  }
}
