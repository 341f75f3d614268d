import { HttpCode, Post } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { JsonBody } from '../../gateway/decorators.js';
import { BackofficeController, CurrentStaff, Roles } from '../access/decorators.js';
import type { StaffCaller } from '../access/staff-caller.js';
import { PaymentDesk } from './payment-desk.js';
import { BankAdviceDto, BankPaymentDto } from './payments.dto.js';

@BackofficeController('payments')
@Roles('issuing')
export class PaymentsController {
  constructor(private readonly desk: PaymentDesk) {}

  /**
   * Book what the bank received by payment code: the exact amount issues an application in prepay or pays the instalment of its code; any other
   * money waits in suspense. A bank reference sent again is answered as before.
   */
  @Post()
  @HttpCode(200)
  @ApiResponse({
    status: 409,
    description: 'The bank reference belongs to another payment.',
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/ErrorEntity' },
        examples: {
          '-403': { value: { status: 'ERROR', error: '-403', message: 'The reference of the bank belongs to another payment.' } },
        },
      },
    },
  })
  take(@CurrentStaff() staff: StaffCaller, @JsonBody() advice: BankAdviceDto): Promise<BankPaymentDto> {
    return this.desk.take(staff, advice);
  }
}
