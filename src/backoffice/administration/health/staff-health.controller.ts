import { Get } from '@nestjs/common';
import { BackofficeController, CurrentStaff, Roles } from '../../common/decorators.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { HealthResponse } from './staff-health.dto.js';
import { StaffHealthService } from './staff-health.service.js';

@BackofficeController('health')
@Roles('admin')
export class StaffHealthController {
  constructor(private readonly health: StaffHealthService) {}

  /** Get the health of all nodes, the database and the environments. Has the tariffs and lists in force. */
  @Get()
  getHealth(@CurrentStaff() { at }: StaffCaller): Promise<HealthResponse> {
    return this.health.read(at);
  }
}
