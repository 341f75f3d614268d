import { Get, HttpCode, Param, Post, Query, type StreamableFile } from '@nestjs/common';
import { toCappedTotal } from '../../../common/paging.js';
import { UsesVersion } from '../../../gateway/documentation/described-route.js';
import { ApiNotModified, ApiTable } from '../../../gateway/documentation/file-responses.js';
import { chooseStatementType, sendCsv, sendPdfFile } from '../../../gateway/handler/printed-response.js';
import { JsonBody } from '../../../gateway/handler/decorators.js';
import { sendIfChanged } from '../../../gateway/handler/version-response.js';
import { CommissionStatementRepository } from '../../../record/money/commission/commission-statement.repository.js';
import { buildCommissionName, CommissionStatementService } from '../../../record/money/commission/commission-statement.service.js';
import { BackofficeController, CurrentStaff, CurrentStaffCall, Roles, type StaffCall } from '../../common/decorators.js';
import { parseId } from '../../common/errors.js';
import { PageQueryDto, toPageWindow } from '../../common/page.dto.js';
import { mapPage, toPage } from '../../common/page.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import {
  CommissionApprovalRequest,
  CommissionMonthApprovalRequest,
  CommissionMonthApprovalResponse,
  CommissionReceiptListResponse,
  CommissionRunRequest,
  CommissionRunResponse,
  CommissionStatementListResponse,
  CommissionStatementQuery,
  CommissionStatementResponse,
} from './commission.dto.js';
import { toReceiptItem, toStatementItem, toCommissionStatementResponse } from './commission.mapper.js';
import { StaffCommissionService } from './staff-commission.service.js';

@BackofficeController('commission-statements')
@Roles('issuing', 'accounting')
export class CommissionStatementsController {
  constructor(
    private readonly repository: CommissionStatementRepository,
    private readonly statements: CommissionStatementService,
    private readonly commissions: StaffCommissionService,
  ) {}

  /** List statements of commission, the latest month first. */
  @Get()
  @Roles('issuing', 'accounting', 'admin')
  async listCommissionStatements(
    @CurrentStaff() { environment }: StaffCaller,
    @Query() query: CommissionStatementQuery,
  ): Promise<CommissionStatementListResponse> {
    const { agentCode, month, status } = query;
    const filter = { agents: agentCode === undefined ? undefined : [agentCode], month: month && `${month}-01`, status };
    const window = toPageWindow(query);
    return mapPage(toPage(await this.repository.list(environment, filter, window), window), toStatementItem);
  }

  /**
   * Prepare the drafts of a month that is over. Of all agents or of one. Repeating the call calculates drafts again and
   * creates none twice.
   */
  @Post()
  @Roles('issuing')
  @HttpCode(200)
  prepareCommissionStatements(@CurrentStaff() staff: StaffCaller, @JsonBody() run: CommissionRunRequest): Promise<CommissionRunResponse> {
    return this.commissions.prepare(staff, run);
  }

  /** Approve drafts of a month, 500 in a call. Repeat the call until no draft is left. */
  @Post('approval')
  @Roles('issuing')
  @HttpCode(200)
  approveCommissionStatements(
    @CurrentStaff() staff: StaffCaller,
    @JsonBody() approval: CommissionMonthApprovalRequest,
  ): Promise<CommissionMonthApprovalResponse> {
    return this.commissions.approveMonth(staff, approval);
  }

  /** Get a statement of commission. JSON, or with `Accept: text/csv` its receipts, or `Accept: application/pdf`. */
  @Get(':id')
  @Roles('issuing', 'accounting', 'admin')
  @ApiNotModified()
  @ApiTable(CommissionStatementResponse, 'The statement.')
  async getCommissionStatement(
    @CurrentStaffCall() { staff, request, response }: StaffCall,
    @Param('id') id: string,
  ): Promise<CommissionStatementResponse | StreamableFile | undefined> {
    const { environment, language } = staff;
    const statement = await this.commissions.get(staff, parseId(id));
    const type = chooseStatementType(response);
    const name = buildCommissionName(statement);
    if (type === 'csv') return sendCsv(response, name, language, (format) => this.statements.write(environment, statement, format));
    if (type === 'pdf')
      return sendPdfFile(response, name, language, await this.statements.print(staff, statement, { lane: 'staff', owner: staff.userId }));
    return sendIfChanged({ caller: staff, request, response }, toCommissionStatementResponse(statement));
  }

  /** List the receipts of a statement in the order of their bookings. */
  @Get(':id/receipts')
  @Roles('issuing', 'accounting', 'admin')
  async listCommissionReceipts(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @Query() query: PageQueryDto,
  ): Promise<CommissionReceiptListResponse> {
    const statement = await this.commissions.get(staff, parseId(id));
    const window = toPageWindow(query);
    const { items, total } = await this.repository.listEntries(staff.environment, statement.id, window);
    return toPage({ items: items.map(toReceiptItem), ...toCappedTotal(total) }, window);
  }

  /** Approve a draft. It gets its number, is booked, and does not change any more. */
  @Post(':id/approval')
  @Roles('issuing')
  @HttpCode(200)
  @UsesVersion('meant')
  approveCommissionStatement(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() { settlement }: CommissionApprovalRequest,
  ): Promise<CommissionStatementResponse> {
    return this.commissions.approve(staff, parseId(id), settlement);
  }
}
