import { HttpCode, Post } from '@nestjs/common';
import { UsesVersion } from '../../../gateway/documentation/described-route.js';
import { JsonBody } from '../../../gateway/handler/decorators.js';
import { BackofficeController, CurrentStaff, Roles, ApiReferenceReused } from '../../common/decorators.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { StaffPaymentService } from './staff-payment.service.js';
import { BankAdviceRequest, BankPaymentResponse } from './payments.dto.js';

@BackofficeController('payments')
@Roles('issuing')
export class PaymentsController {
  constructor(private readonly payments: StaffPaymentService) {}

  /**
   * Book a bank payment by its payment code. The exact amount issues an application in prepay, or pays the instalment
   * of the code. All other money goes to suspense, also with an unknown code. A repeated bank reference returns the
   * first response again.
   */
  @Post()
  @UsesVersion('late')
  @HttpCode(200)
  @ApiReferenceReused()
  bookPayment(@CurrentStaff() staff: StaffCaller, @JsonBody() advice: BankAdviceRequest): Promise<BankPaymentResponse> {
    return this.payments.take(staff, advice);
  }
}
