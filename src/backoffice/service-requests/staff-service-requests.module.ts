import { Module } from '@nestjs/common';
import { ServiceRequestsModule } from '../../record/service-requests/service-requests.module.js';
import { StaffServiceRequestsController } from './staff-service-requests.controller.js';

/** The staff's inbox of service requests. */
@Module({ imports: [ServiceRequestsModule], controllers: [StaffServiceRequestsController] })
export class StaffServiceRequestsModule {}
