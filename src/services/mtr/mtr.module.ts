import { Module } from '@nestjs/common';
import { MotorApplicationMapper } from './motor-application.mapper.js';
import { MotorApplicationService } from './motor-application.service.js';
import { MotorApplicationsController } from './motor-applications.controller.js';
import { MotorCalculator } from './motor-calculator.js';
import { MotorDetailsService } from './motor-details.service.js';
import { MotorDocumentsController } from './motor-documents.controller.js';
import { MotorIssueController } from './motor-issue.controller.js';
import { MotorLine } from './motor-line.js';
import { MotorParametersController } from './motor-parameters.controller.js';
import { MotorParametersService } from './motor-parameters.service.js';
import { MotorPoliciesController } from './motor-policies.controller.js';
import { MotorPolicyDocumentsController } from './motor-policy-documents.controller.js';
import { MotorPolicyPaymentsController } from './motor-policy-payments.controller.js';
import { MotorQuestionnaireReader } from './motor-questionnaire.reader.js';
import { MotorQuoteService } from './motor-quote.service.js';
import { MotorQuotesController } from './motor-quotes.controller.js';
import { MotorRenewer } from './motor-renewer.js';
import { MotorResourceController } from './motor-resource.controller.js';
import { MotorTemplateService } from './motor-template.service.js';
import { MotorVehicleParametersController } from './motor-vehicle-parameters.controller.js';
import { CoreModule } from '../../record/core/core.module.js';
import { MoneyModule } from '../../record/money/money.module.js';
import { ContractModule } from '../../record/contract/contract.module.js';
import { GatewayModule } from '../../gateway/gateway.module.js';

@Module({
  imports: [ContractModule, CoreModule, GatewayModule, MoneyModule],
  controllers: [
    MotorApplicationsController,
    MotorDocumentsController,
    MotorIssueController,
    MotorParametersController,
    MotorPoliciesController,
    MotorPolicyDocumentsController,
    MotorPolicyPaymentsController,
    MotorQuotesController,
    MotorResourceController,
    MotorVehicleParametersController,
  ],
  providers: [
    MotorApplicationMapper,
    MotorApplicationService,
    MotorCalculator,
    MotorDetailsService,
    MotorLine,
    MotorParametersService,
    MotorQuestionnaireReader,
    MotorQuoteService,
    MotorRenewer,
    MotorTemplateService,
  ],
})
export class MtrModule {}
