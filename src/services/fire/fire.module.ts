import { Module } from '@nestjs/common';
import { FireCertificatesController } from './fire-certificates.controller.js';
import { FireAmendmentsController } from './fire-amendments.controller.js';
import { FireApplicationsController } from './fire-applications.controller.js';
import { FireCalculator } from './fire-calculator.js';
import { FireLine } from './fire-line.js';
import { FireObjectsController } from './fire-objects.controller.js';
import { FireParametersController } from './fire-parameters.controller.js';
import { FireParametersService } from './fire-parameters.service.js';
import { FirePricingController } from './fire-pricing.controller.js';
import { FirePricingService } from './fire-pricing.service.js';
import { FireQuestionnaireReader } from './fire-questionnaire.reader.js';
import { ContractModule } from '../../record/contract/contract.module.js';
import { CoreModule } from '../../record/core/core.module.js';
import { MoneyModule } from '../../record/money/money.module.js';

@Module({
  imports: [ContractModule, CoreModule, MoneyModule],
  controllers: [
    FireAmendmentsController,
    FireCertificatesController,
    FireApplicationsController,
    FireObjectsController,
    FirePricingController,
    FireParametersController,
  ],
  providers: [FireCalculator, FireLine, FireParametersService, FirePricingService, FireQuestionnaireReader],
})
export class FireModule {}
