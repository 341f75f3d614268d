import { Get, HttpCode, HttpStatus, Param, Post } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { HasNoDryRun, IssuesSecret, JsonBody, TakesNoKey } from '../../../gateway/handler/decorators.js';
import { ROLES } from '../../../identity/user.service.js';
import { AllowsFactorSetup, BackofficeController, CurrentStaff, Roles } from '../../common/decorators.js';
import { parseId } from '../../common/errors.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { AccountPasswordService } from './account-password.service.js';
import { PasswordProofRequest } from './passwords.dto.js';
import { FactorService } from '../factors/factor.service.js';
import {
  FactorsResponse,
  PasskeyConfirmationRequest,
  PasskeySetupResponse,
  RecoveryCodesResponse,
  TotpConfirmationRequest,
  TotpSetupResponse,
} from '../factors/factors.dto.js';
import { PasskeySetupService } from '../factors/passkey-setup.service.js';
import { TotpSetupService } from '../factors/totp-setup.service.js';

const MayBeTooSoon = (): MethodDecorator =>
  ApiResponse({ status: 429, description: 'Too soon after wrong passwords', schema: { $ref: '#/components/schemas/GatewayError' } });

/** The caller's own second factors. What changes them needs the password. */
@BackofficeController('factors')
@Roles(...ROLES)
@HasNoDryRun()
export class FactorsController {
  constructor(
    private readonly factors: FactorService,
    private readonly totp: TotpSetupService,
    private readonly passkeys: PasskeySetupService,
    private readonly passwords: AccountPasswordService,
  ) {}

  /** Get the caller's second factors, and whether the role requires one. */
  @Get()
  @AllowsFactorSetup()
  getFactors(@CurrentStaff() caller: StaffCaller): Promise<FactorsResponse> {
    return this.factors.get(caller);
  }

  /** Begin the set-up of an authenticator app. Returns its secret; it counts after the confirmation. */
  @Post('totp')
  @IssuesSecret()
  @AllowsFactorSetup()
  @MayBeTooSoon()
  async beginTotp(@CurrentStaff() caller: StaffCaller, @JsonBody() { password }: PasswordProofRequest): Promise<TotpSetupResponse> {
    await this.passwords.assertPassword(caller, password);
    return this.totp.begin(caller);
  }

  /**
   * Confirm the authenticator app with its first code. The first factor of an account ends its other sessions, and
   * returns ten recovery codes.
   */
  @Post('totp/confirmation')
  @HttpCode(HttpStatus.OK)
  @IssuesSecret()
  @AllowsFactorSetup()
  async confirmTotp(@CurrentStaff() caller: StaffCaller, @JsonBody() body: TotpConfirmationRequest): Promise<RecoveryCodesResponse> {
    return { recoveryCodes: await this.totp.confirm(caller, body) };
  }

  /** Remove the authenticator app. The last factor of a role that requires one stays. */
  @Post('totp/removal')
  @HttpCode(HttpStatus.NO_CONTENT)
  @TakesNoKey()
  @MayBeTooSoon()
  async removeTotp(@CurrentStaff() caller: StaffCaller, @JsonBody() { password }: PasswordProofRequest): Promise<void> {
    await this.passwords.assertPassword(caller, password);
    await this.factors.remove(caller, null);
  }

  /** Begin the registration of a passkey. Returns the options for the browser. */
  @Post('passkeys')
  @IssuesSecret()
  @AllowsFactorSetup()
  @MayBeTooSoon()
  async beginPasskey(@CurrentStaff() caller: StaffCaller, @JsonBody() { password }: PasswordProofRequest): Promise<PasskeySetupResponse> {
    await this.passwords.assertPassword(caller, password);
    return this.passkeys.begin(caller);
  }

  /** Confirm the passkey with the browser's response. Returns recovery codes like the app's confirmation. */
  @Post('passkeys/confirmation')
  @HttpCode(HttpStatus.OK)
  @IssuesSecret()
  @AllowsFactorSetup()
  async confirmPasskey(@CurrentStaff() caller: StaffCaller, @JsonBody() body: PasskeyConfirmationRequest): Promise<RecoveryCodesResponse> {
    return { recoveryCodes: await this.passkeys.confirm(caller, body) };
  }

  /** Remove a passkey. The last factor of a role that requires one stays. */
  @Post('passkeys/:id/removal')
  @HttpCode(HttpStatus.NO_CONTENT)
  @TakesNoKey()
  @MayBeTooSoon()
  async removePasskey(
    @CurrentStaff() caller: StaffCaller,
    @Param('id') id: string,
    @JsonBody() { password }: PasswordProofRequest,
  ): Promise<void> {
    await this.passwords.assertPassword(caller, password);
    await this.factors.remove(caller, parseId(id));
  }

  /** Replace the recovery codes with ten new ones. The previous ones are no longer valid. */
  @Post('recovery-codes')
  @IssuesSecret()
  @MayBeTooSoon()
  async replaceRecoveryCodes(
    @CurrentStaff() caller: StaffCaller,
    @JsonBody() { password }: PasswordProofRequest,
  ): Promise<RecoveryCodesResponse> {
    await this.passwords.assertPassword(caller, password);
    return { recoveryCodes: await this.factors.replaceRecoveryCodes(caller) };
  }
}
