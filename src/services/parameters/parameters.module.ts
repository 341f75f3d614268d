import { Module } from '@nestjs/common';
import { AgentsModule } from '../../record/agents/agents.module.js';
import { BusinessParametersController } from './business-parameters.controller.js';
import { ParametersService } from './parameters.service.js';
import { PersonParametersController } from './person-parameters.controller.js';

/** The lists common to several services (parameters.1). */
@Module({
  imports: [AgentsModule],
  controllers: [PersonParametersController, BusinessParametersController],
  providers: [ParametersService],
})
export class ParametersModule {}
