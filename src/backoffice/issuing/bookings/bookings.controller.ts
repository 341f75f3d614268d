import { Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { UsesVersion } from '../../../gateway/documentation/described-route.js';
import { JsonBody } from '../../../gateway/handler/decorators.js';
import { PendingActionResponse } from '../../access/pending-actions/pending-actions.dto.js';
import { MayNeedSecondPerson, sendOutcome } from '../../access/pending-actions/second-person.js';
import { BackofficeController, CurrentStaff, CurrentStaffCall, Roles, type StaffCall } from '../../common/decorators.js';
import { parseId } from '../../common/errors.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { BookingSearchRepository } from './booking-search.repository.js';
import { BookingPageResponse, BookingQuery, BookingResponse, BookingReversalRequest } from './bookings.dto.js';
import { StaffBookingService } from './staff-booking.service.js';

@BackofficeController('bookings')
@Roles('issuing', 'accounting')
export class BookingsController {
  constructor(
    private readonly search: BookingSearchRepository,
    private readonly bookings: StaffBookingService,
  ) {}

  /** List payments, settlements, money in suspense and its uses, latest first. */
  @Get()
  listBookings(@CurrentStaff() staff: StaffCaller, @Query() query: BookingQuery): Promise<BookingPageResponse> {
    return this.search.find(staff, query);
  }

  /** Get a booking with its reversal. */
  @Get(':id')
  getBooking(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<BookingResponse> {
    return this.bookings.get(staff, parseId(id));
  }

  /**
   * Reverse a booking with what followed from it. A new ledger transaction has the opposite entries. An instalment is
   * due again; a policy that the payment issued is cancelled from its start. Above the limit of the settings it needs
   * a second person.
   */
  @Post(':id/reversal')
  @Roles('issuing')
  @UsesVersion('late')
  @HttpCode(200)
  @MayNeedSecondPerson(BookingResponse, 'The booking is reversed.')
  async reverseBooking(
    @CurrentStaffCall() call: StaffCall,
    @Param('id') id: string,
    @JsonBody() { reason }: BookingReversalRequest,
  ): Promise<BookingResponse | PendingActionResponse> {
    return sendOutcome(call, await this.bookings.reverse(call.staff, parseId(id), reason.trim()));
  }
}
