import { Module } from '@nestjs/common';
import { CoreModule } from '../../record/core/core.module.js';
import { ServiceRequestsController } from './service-requests.controller.js';

@Module({ imports: [CoreModule], controllers: [ServiceRequestsController] })
export class SrsModule {}
