import { Module } from '@nestjs/common';
import { ReferenceModule } from '../../record/reference/reference.module.js';
import { ServiceRequestCategoriesController } from './service-request-categories.controller.js';

@Module({ imports: [ReferenceModule], controllers: [ServiceRequestCategoriesController] })
export class SrsModule {}
