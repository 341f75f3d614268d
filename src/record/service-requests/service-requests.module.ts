import { Module } from '@nestjs/common';
import { ServiceRequestRepository } from './service-request.repository.js';
import { ServiceRequestService } from './service-request.service.js';

@Module({ providers: [ServiceRequestService, ServiceRequestRepository], exports: [ServiceRequestService] })
export class ServiceRequestsModule {}
