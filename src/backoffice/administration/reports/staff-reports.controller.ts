import { Get, Query, type StreamableFile } from '@nestjs/common';
import { ApiRowStream } from '../../../gateway/documentation/file-responses.js';
import { sendTable } from '../../../gateway/handler/table-response.js';
import { ReportService } from '../../../record/exchange/reports/report.service.js';
import { type ReportName, REPORTS } from '../../../record/exchange/reports/reports.js';
import { BackofficeController, CurrentStaffCall, Roles, type StaffCall } from '../../common/decorators.js';
import { StaffReportQuery, StaffReportYearQuery } from './staff-reports.dto.js';

const toSameName = (key: string): string => key;
const DocumentsReport = (name: ReportName): MethodDecorator => ApiRowStream(REPORTS[name].columns, toSameName);

/** Reports on all agents or on one (backoffice.54). */
@BackofficeController('reports')
@Roles('issuing', 'accounting', 'admin')
export class StaffReportsController {
  constructor(private readonly reports: ReportService) {}

  /**
   * Get the policies issued, renewed and cancelled in a period. Covers all agents. A policy counts with its premium at
   * issue; its end subtracts the unpaid and the refunded premium.
   */
  @Get('production')
  @DocumentsReport('production')
  getStaffProductionReport(@CurrentStaffCall() call: StaffCall, @Query() query: StaffReportQuery): Promise<StreamableFile> {
    return this.send(call, 'production', query);
  }

  /** Get the receipts booked in a period. Covers all agents; refunds have negative amounts. */
  @Get('receipts')
  @DocumentsReport('receipts')
  getStaffReceiptsReport(@CurrentStaffCall() call: StaffCall, @Query() query: StaffReportQuery): Promise<StreamableFile> {
    return this.send(call, 'receipts', query);
  }

  /**
   * Get the commission bases of a period. Lists the net premium by class of covers for each booked receipt of an
   * application with a commission agent. Rates are not recorded.
   */
  @Get('commissions')
  @DocumentsReport('commissions')
  getStaffCommissionsReport(@CurrentStaffCall() call: StaffCall, @Query() query: StaffReportQuery): Promise<StreamableFile> {
    return this.send(call, 'commissions', query);
  }

  /** Get the policies that end in a period and are not renewed yet. Covers all agents. */
  @Get('renewals')
  @DocumentsReport('renewals')
  getStaffRenewalsReport(@CurrentStaffCall() call: StaffCall, @Query() query: StaffReportQuery): Promise<StreamableFile> {
    return this.send(call, 'renewals', query);
  }

  /** Get the pending referrals, and those decided in a period. Covers all agents, with reasons, decisions and terms. */
  @Get('referrals')
  @Roles('underwriter', 'issuing', 'admin')
  @DocumentsReport('referrals')
  getStaffReferralsReport(@CurrentStaffCall() call: StaffCall, @Query() query: StaffReportQuery): Promise<StreamableFile> {
    return this.send(call, 'referrals', query);
  }

  /**
   * Get the properties whose insurance reduces the property tax of a year. Has one row per insured object, with
   * recorded facts only. Each row names what is not recorded: the owners' shares, the land register number (KAEK), and
   * the property number (ATAK) if nobody stated it.
   */
  @Get('enfia')
  @DocumentsReport('enfia')
  getStaffEnfiaReport(@CurrentStaffCall() call: StaffCall, @Query() query: StaffReportYearQuery): Promise<StreamableFile> {
    return this.send(call, 'enfia', query);
  }

  private send(call: StaffCall, name: ReportName, query: StaffReportQuery | StaffReportYearQuery): Promise<StreamableFile> {
    const { environment, language, userId } = call.staff;
    const reader = { environment, holder: { lane: 'staff', owner: userId } } as const;
    const filter = { agents: query.agent ? [query.agent] : null, line: ('line' in query && query.line) || null };
    return sendTable(call, { ...this.reports.select(name, query, reader, filter), language, nameOf: toSameName });
  }
}
