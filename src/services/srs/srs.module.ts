import { Module } from '@nestjs/common';
import { ServiceRequestCategoriesController } from './service-request-categories.controller.js';
import { ServiceRequestsController } from './service-requests.controller.js';
import { CoreModule } from '../../record/core/core.module.js';

@Module({
  imports: [CoreModule],
  controllers: [ServiceRequestCategoriesController, ServiceRequestsController],
})
export class SrsModule {}
