import { Get, Param, Query } from '@nestjs/common';
import { BackofficeController, CurrentStaff, Roles } from '../../common/decorators.js';
import { parseId } from '../../common/errors.js';
import { PageQueryDto } from '../../common/page.dto.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { ClientResponse } from './client.dto.js';
import { ClientService } from './client.service.js';

@BackofficeController('clients')
@Roles('underwriter', 'issuing', 'admin')
export class ClientsController {
  constructor(private readonly clients: ClientService) {}

  /**
   * Get a client with contracts, claims, refunds and service requests. `start` and `limit` page the contracts; the
   * other lists have the latest 50 and their total.
   */
  @Get(':id')
  getClient(@CurrentStaff() staff: StaffCaller, @Param('id') id: string, @Query() query: PageQueryDto): Promise<ClientResponse> {
    return this.clients.get(staff, parseId(id), query);
  }
}
