import { HttpCode, Param, Post } from '@nestjs/common';
import { BackofficeController, CurrentStaff, Roles } from '../access/decorators.js';
import type { StaffCaller } from '../access/staff-caller.js';
import { PartyErasure } from './party-erasure.js';

@BackofficeController('parties')
@Roles('admin')
export class PartyErasureController {
  constructor(private readonly erasure: PartyErasure) {}

  /**
   * Erase a person who has no contract. The party, what agents keep of it, its history, and what cancelled applications tell of it. For
   * good.
   */
  @Post(':id/erasure')
  @HttpCode(204)
  erasePerson(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<void> {
    return this.erasure.erase(staff, id);
  }
}
