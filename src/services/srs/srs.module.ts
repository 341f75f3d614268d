import { Module } from '@nestjs/common';
import { ServiceRequestsModule } from '../../record/service-requests/service-requests.module.js';
import { ServiceRequestCategoriesController } from './service-request-categories.controller.js';
import { ServiceRequestsController } from './service-requests.controller.js';

@Module({
  imports: [ServiceRequestsModule],
  controllers: [ServiceRequestCategoriesController, ServiceRequestsController],
})
export class SrsModule {}
