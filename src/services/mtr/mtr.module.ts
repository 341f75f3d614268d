import { Module } from '@nestjs/common';
import { MotorCertificatesController } from './motor-certificates.controller.js';
import { MotorAmendmentsController } from './motor-amendments.controller.js';
import { MotorApplicationMapper } from './motor-application.mapper.js';
import { MotorApplicationService } from './motor-application.service.js';
import { MotorApplicationsController } from './motor-applications.controller.js';
import { MotorCalculator } from './motor-calculator.js';
import { MotorDocumentsController } from './motor-documents.controller.js';
import { MotorLine } from './motor-line.js';
import { MotorParametersController } from './motor-parameters.controller.js';
import { MotorParametersService } from './motor-parameters.service.js';
import { MotorPaymentsController } from './motor-payments.controller.js';
import { MotorPoliciesController } from './motor-policies.controller.js';
import { MotorQuestionnaireReader } from './motor-questionnaire.reader.js';
import { MotorQuoteService } from './motor-quote.service.js';
import { MotorQuotesController } from './motor-quotes.controller.js';
import { MotorRenewer } from './motor-renewer.js';
import { MotorTemplateService } from './motor-template.service.js';
import { CoreModule } from '../../record/core/core.module.js';
import { MoneyModule } from '../../record/money/money.module.js';
import { ContractModule } from '../../record/contract/contract.module.js';
import { GatewayModule } from '../../gateway/gateway.module.js';

@Module({
  imports: [ContractModule, CoreModule, GatewayModule, MoneyModule],
  controllers: [
    MotorAmendmentsController,
    MotorCertificatesController,
    MotorApplicationsController,
    MotorDocumentsController,
    MotorParametersController,
    MotorPaymentsController,
    MotorPoliciesController,
    MotorQuotesController,
  ],
  providers: [
    MotorApplicationMapper,
    MotorApplicationService,
    MotorCalculator,
    MotorLine,
    MotorParametersService,
    MotorQuestionnaireReader,
    MotorQuoteService,
    MotorRenewer,
    MotorTemplateService,
  ],
})
export class MtrModule {}
