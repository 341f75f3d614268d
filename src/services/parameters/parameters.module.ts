import { Module } from '@nestjs/common';
import { AgentsModule } from '../../record/agents/agents.module.js';
import { ReferenceModule } from '../../record/reference/reference.module.js';
import { BusinessParametersController } from './business-parameters.controller.js';
import { ParametersService } from './parameters.service.js';
import { PersonParametersController } from './person-parameters.controller.js';

/** The lists common to several services (parameters.1). */
@Module({
  imports: [AgentsModule, ReferenceModule],
  controllers: [PersonParametersController, BusinessParametersController],
  providers: [ParametersService],
})
export class ParametersModule {}
