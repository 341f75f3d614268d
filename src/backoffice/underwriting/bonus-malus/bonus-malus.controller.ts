import { Get, HttpCode, HttpStatus, Param, Post, Put } from '@nestjs/common';
import { JsonBody } from '../../../gateway/handler/decorators.js';
import { BackofficeController, ChangesObject, CurrentStaff, ReadsObject, Roles } from '../../common/decorators.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { BonusMalusLoadedResponse, BonusMalusLoadRequest, BonusMalusRequest, BonusMalusVehicleResponse } from './bonus-malus.dto.js';
import { StaffBonusMalusService } from './staff-bonus-malus.service.js';

@BackofficeController('bonus-malus')
@Roles('underwriter', 'issuing')
export class BonusMalusController {
  constructor(private readonly register: StaffBonusMalusService) {}

  /** Get what the bonus-malus register knows of a vehicle. */
  @Get(':plate')
  @ReadsObject()
  getBonusMalusOfVehicle(@CurrentStaff() staff: StaffCaller, @Param('plate') plate: string): Promise<BonusMalusVehicleResponse> {
    return this.register.get(staff, plate);
  }

  /** Record the bonus-malus class of a vehicle and owner. Replaces their row. */
  @Put(':plate')
  @ChangesObject()
  saveBonusMalusOfVehicle(
    @CurrentStaff() staff: StaffCaller,
    @Param('plate') plate: string,
    @JsonBody() request: BonusMalusRequest,
  ): Promise<BonusMalusVehicleResponse> {
    return this.register.save(staff, plate, request);
  }

  /**
   * Load rows into the bonus-malus register: all of them, or none if one is wrong. A row replaces an earlier one of its
   * vehicle and owner.
   */
  @Post()
  @HttpCode(HttpStatus.OK)
  loadBonusMalus(@CurrentStaff() staff: StaffCaller, @JsonBody() { rows }: BonusMalusLoadRequest): Promise<BonusMalusLoadedResponse> {
    return this.register.load(staff, rows);
  }
}
