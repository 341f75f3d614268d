import { Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { JsonBody } from '../../gateway/decorators.js';
import { BackofficeController, CurrentStaff, Roles } from '../access/decorators.js';
import type { StaffCaller } from '../access/staff-caller.js';
import { PaymentDesk } from './payment-desk.js';
import { SuspenseItemDto, SuspenseListDto, SuspenseQueryDto, SuspenseResolutionDto } from './suspense.dto.js';
import { SuspenseSearch } from './suspense-search.js';

@BackofficeController('suspense')
@Roles('issuing')
export class SuspenseController {
  constructor(
    private readonly search: SuspenseSearch,
    private readonly desk: PaymentDesk,
  ) {}

  /** Money that paid nothing, the item that waits longest first. */
  @Get()
  listSuspense(@CurrentStaff() staff: StaffCaller, @Query() query: SuspenseQueryDto): Promise<SuspenseListDto> {
    return this.search.find(staff, query);
  }

  /** Resolve an item in suspense, once. It pays an application exactly, or is owed to the customer again. What cannot be used so stays. */
  @Post(':id/resolution')
  @HttpCode(200)
  resolveSuspense(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() resolution: SuspenseResolutionDto,
  ): Promise<SuspenseItemDto> {
    return this.desk.resolve(staff, id, resolution);
  }
}
