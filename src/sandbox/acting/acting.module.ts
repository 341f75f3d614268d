import { Module } from '@nestjs/common';
import { ApplicationsModule } from '../../record/applications/applications.module.js';
import { CancellationModule } from '../../record/cancellation/cancellation.module.js';
import { DocumentsModule } from '../../record/documents/documents.module.js';
import { LinesModule } from '../../record/lines/lines.module.js';
import { PaymentsModule } from '../../record/payments/payments.module.js';
import { ServiceRequestsModule } from '../../record/service-requests/service-requests.module.js';
import { UnderwritingModule } from '../../record/underwriting/underwriting.module.js';
import { ActingController } from './acting.controller.js';
import { ActingService } from './acting.service.js';

/** An agent of the sandbox in the place of underwriter, customer, bank, issuing, staff and scanner. */
@Module({
  imports: [
    ApplicationsModule,
    CancellationModule,
    DocumentsModule,
    LinesModule,
    PaymentsModule,
    ServiceRequestsModule,
    UnderwritingModule,
  ],
  controllers: [ActingController],
  providers: [ActingService],
})
export class ActingModule {}
