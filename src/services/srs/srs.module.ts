import { Module } from '@nestjs/common';
import { ReferenceModule } from '../../record/reference/reference.module.js';
import { ServiceRequestsModule } from '../../record/service-requests/service-requests.module.js';
import { ServiceRequestCategoriesController } from './service-request-categories.controller.js';
import { ServiceRequestsController } from './service-requests.controller.js';

@Module({
  imports: [ReferenceModule, ServiceRequestsModule],
  controllers: [ServiceRequestCategoriesController, ServiceRequestsController],
})
export class SrsModule {}
