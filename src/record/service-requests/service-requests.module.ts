import { Module } from '@nestjs/common';
import { ServiceRequestRepository } from './service-request.repository.js';
import { ServiceRequests } from './service-requests.js';

@Module({ providers: [ServiceRequests, ServiceRequestRepository], exports: [ServiceRequests] })
export class ServiceRequestsModule {}
