import { Get, Query, type StreamableFile } from '@nestjs/common';
import { ApiRowStream } from '../../../gateway/documentation/file-responses.js';
import { sendTable } from '../../../gateway/handler/table-response.js';
import { ReportService } from '../../../record/exchange/reports/report.service.js';
import { type ReportName, REPORTS } from '../../../record/exchange/reports/reports.js';
import { BackofficeController, CurrentStaffCall, Roles, type StaffCall } from '../../common/decorators.js';
import { StaffReportDayQuery, StaffReportQuery, StaffReportYearQuery } from './staff-reports.dto.js';

const toSameName = (key: string): string => key;
const DocumentsReport = (name: ReportName): MethodDecorator => ApiRowStream(REPORTS[name].columns, toSameName);

@BackofficeController('reports')
@Roles('issuing', 'accounting', 'admin')
export class StaffReportsController {
  constructor(private readonly reports: ReportService) {}

  /**
   * Get the policies issued, amended, renewed and cancelled in a period. Covers all agents. A policy counts with its
   * premium at issue, an amendment with its difference; its end subtracts the unpaid and the refunded premium.
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

  /** Get the premium tax by quarter and class. Splits the tax of fire as the tax office codes it. */
  @Get('tax')
  @DocumentsReport('tax')
  getStaffTaxReport(@CurrentStaffCall() call: StaffCall, @Query() query: StaffReportQuery): Promise<StreamableFile> {
    return this.send(call, 'tax', query);
  }

  /** Get the levies by quarter and fund. */
  @Get('levies')
  @DocumentsReport('levies')
  getStaffLeviesReport(@CurrentStaffCall() call: StaffCall, @Query() query: StaffReportQuery): Promise<StreamableFile> {
    return this.send(call, 'levies', query);
  }

  /** Get the receipts booked in a period, added up by class of covers and fund. */
  @Get('receipts-by-class')
  @DocumentsReport('receipts-by-class')
  getStaffReceiptsByClassReport(@CurrentStaffCall() call: StaffCall, @Query() query: StaffReportQuery): Promise<StreamableFile> {
    return this.send(call, 'receipts-by-class', query);
  }

  /** Get the premium that was written and not paid at the end of a day, by age. */
  @Get('receivables')
  @DocumentsReport('receivables')
  getStaffReceivablesReport(@CurrentStaffCall() call: StaffCall, @Query() query: StaffReportDayQuery): Promise<StreamableFile> {
    return this.send(call, 'receivables', query);
  }

  /** Get the premium of the days after a day, by receipt and class of covers. */
  @Get('unearned-premium')
  @DocumentsReport('unearned-premium')
  getStaffUnearnedPremiumReport(@CurrentStaffCall() call: StaffCall, @Query() query: StaffReportDayQuery): Promise<StreamableFile> {
    return this.send(call, 'unearned-premium', query);
  }

  /** Get the myDATA summary of a period. Adds up the issued receipts by month and series, with taxes by category. */
  @Get('mydata')
  @DocumentsReport('mydata')
  getStaffMydataReport(@CurrentStaffCall() call: StaffCall, @Query() query: StaffReportQuery): Promise<StreamableFile> {
    return this.send(call, 'mydata', query);
  }

  private send(
    call: StaffCall,
    name: ReportName,
    query: StaffReportQuery | StaffReportDayQuery | StaffReportYearQuery,
  ): Promise<StreamableFile> {
    const { environment, language, userId } = call.staff;
    const reader = { environment, holder: { lane: 'staff', owner: userId } } as const;
    const filter = { agents: query.agent ? [query.agent] : null, line: ('line' in query && query.line) || null };
    return sendTable(call, { ...this.reports.select(name, query, reader, filter), language, nameOf: toSameName });
  }
}
