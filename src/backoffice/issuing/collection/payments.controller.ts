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
   * Book what the bank received by payment code. The exact amount issues an application in prepay or pays the instalment of its code; any
   * other money waits in suspense, also that with a code that was never given out. A bank reference sent again gets the same response as before.
   */
  @Post()
  @UsesVersion('late')
  @HttpCode(200)
  @ApiReferenceReused()
  bookPayment(@CurrentStaff() staff: StaffCaller, @JsonBody() advice: BankAdviceRequest): Promise<BankPaymentResponse> {
    return this.payments.take(staff, advice);
  }
}
