import { Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { JsonBody, Preview } from '../../../gateway/handler/decorators.js';
import { CommissionRatesRequest } from '../../../record/money/commission/commission-rates.dto.js';
import { CommissionRatesRepository } from '../../../record/money/commission/commission-rates.repository.js';
import { BackofficeController, CurrentStaff, CurrentStaffCall, Roles, setLocation, type StaffCall } from '../../common/decorators.js';
import { toPage } from '../../common/page.js';
import { toPageWindow } from '../../common/page.dto.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { StaffCommissionRatesQuery, CommissionVersionListResponse, CommissionVersionWithRatesResponse } from './commission.dto.js';
import { toVersionResponse } from './commission.mapper.js';
import { StaffCommissionService } from './staff-commission.service.js';

@BackofficeController('commission-rates')
@Roles('issuing', 'accounting', 'admin')
export class CommissionRatesController {
  constructor(
    private readonly versions: CommissionRatesRepository,
    private readonly commissions: StaffCommissionService,
  ) {}

  /** List the versions of the rates of commission, the latest first. */
  @Get()
  async listCommissionRates(
    @CurrentStaff() staff: StaffCaller,
    @Query() query: StaffCommissionRatesQuery,
  ): Promise<CommissionVersionListResponse> {
    const all = await this.versions.list(staff, query.line ?? null);
    const window = toPageWindow(query);
    const items = all.slice(window.start - 1, window.start - 1 + window.limit).map(toVersionResponse);
    return toPage({ items, total: all.length, isCapped: false }, window);
  }

  /** Get a version of the rates of a line. */
  @Get(':line/:version')
  getCommissionRates(
    @CurrentStaff() staff: StaffCaller,
    @Param('line') line: string,
    @Param('version') version: string,
  ): Promise<CommissionVersionWithRatesResponse> {
    return this.commissions.getVersion(staff, line, version);
  }

  /** Preview the loading of a version of rates. Is refused like the loading itself; stores nothing. */
  @Post('preview')
  @Preview()
  @HttpCode(200)
  @Roles('admin')
  previewCommissionRates(
    @CurrentStaff() staff: StaffCaller,
    @JsonBody() rates: CommissionRatesRequest,
  ): Promise<CommissionVersionWithRatesResponse> {
    return this.commissions.preview(staff, rates);
  }

  /** Load a later version of the rates of a line. What is booked does not change. */
  @Post()
  @HttpCode(201)
  @Roles('admin')
  async loadCommissionRates(
    @CurrentStaffCall() call: StaffCall,
    @JsonBody() rates: CommissionRatesRequest,
  ): Promise<CommissionVersionWithRatesResponse> {
    const loaded = await this.commissions.load(call.staff, rates);
    setLocation(call, `commission-rates/${loaded.line}/${loaded.version}`);
    return loaded;
  }
}
