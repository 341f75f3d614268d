import { Module, type OnModuleInit } from '@nestjs/common';
import { AgentsModule } from '../../record/agents/agents.module.js';
import { ApplicationEntities } from '../../record/applications/application-entities.js';
import { LineCalculators } from '../../record/applications/line-calculators.js';
import { LineRenewers } from '../../record/applications/line-renewers.js';
import { ApplicationsModule } from '../../record/applications/applications.module.js';
import { TariffsModule } from '../../record/tariffs/tariffs.module.js';
import { toFireEntity, type FireApplication } from './fire-application.mapper.js';
import { FireApplicationService } from './fire-application.service.js';
import { FireApplicationsController } from './fire-applications.controller.js';
import { FireCalculator } from './fire-calculator.js';
import { FireChildrenService } from './fire-children.service.js';
import { FireObjectReadsController } from './fire-object-reads.controller.js';
import { FireObjectsController } from './fire-objects.controller.js';
import { FireParametersController } from './fire-parameters.controller.js';
import { FireParametersService } from './fire-parameters.service.js';
import { FirePricingController } from './fire-pricing.controller.js';
import { FirePricingService } from './fire-pricing.service.js';
import { FireQuestionnaireReader } from './fire-questionnaire.reader.js';
import { FireRenewer } from './fire-renewer.js';
import { FireRiskParametersController } from './fire-risk-parameters.controller.js';
import { FireTariffParametersController } from './fire-tariff-parameters.controller.js';

@Module({
  imports: [AgentsModule, ApplicationsModule, TariffsModule],
  controllers: [
    FireApplicationsController,
    FireObjectsController,
    FireObjectReadsController,
    FirePricingController,
    FireParametersController,
    FireRiskParametersController,
    FireTariffParametersController,
  ],
  providers: [
    FireApplicationService,
    FireCalculator,
    FireChildrenService,
    FireParametersService,
    FirePricingService,
    FireQuestionnaireReader,
    FireRenewer,
  ],
})
export class FireModule implements OnModuleInit {
  constructor(
    private readonly entities: ApplicationEntities,
    private readonly calculators: LineCalculators,
    private readonly calculator: FireCalculator,
    private readonly renewers: LineRenewers,
    private readonly renewer: FireRenewer,
  ) {}

  onModuleInit(): void {
    this.calculators.register('fire', this.calculator);
    this.renewers.register('fire', this.renewer);
    this.entities.register('fire', (application, caller) => toFireEntity(application as FireApplication, caller));
  }
}
