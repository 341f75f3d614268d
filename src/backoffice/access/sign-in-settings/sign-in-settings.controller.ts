import { Get, Put } from '@nestjs/common';
import { JsonBody } from '../../../gateway/handler/decorators.js';
import { BackofficeController, ChangesObject, CurrentStaff, ReadsObject, Roles } from '../../common/decorators.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { SignInSettingsDto } from './sign-in-settings.dto.js';
import { SignInSettingsService } from './sign-in-settings.service.js';

@BackofficeController('settings/sign-in')
@Roles('admin')
export class SignInSettingsController {
  constructor(private readonly settings: SignInSettingsService) {}

  /** Get the settings of sign-ins, which both environments share. Read them before a change, for the `ETag`. */
  @Get()
  @ReadsObject()
  getSignInSettings(): Promise<SignInSettingsDto> {
    return this.settings.get();
  }

  /** Change the settings of sign-ins. They take effect at once, for open sessions too. */
  @Put()
  @ChangesObject()
  changeSignInSettings(@CurrentStaff() staff: StaffCaller, @JsonBody() settings: SignInSettingsDto): Promise<SignInSettingsDto> {
    return this.settings.change(staff, settings);
  }
}
