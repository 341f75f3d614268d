import { Module } from '@nestjs/common';
import { TestFaults } from '../../gateway/edge/test-faults.js';
import { GatewayModule } from '../../gateway/gateway.module.js';
import { ArmedFaultRepository } from './armed-fault.repository.js';
import { FaultsController } from './faults.controller.js';
import { FaultsService } from './faults.service.js';

@Module({ imports: [GatewayModule], controllers: [FaultsController], providers: [ArmedFaultRepository, FaultsService] })
export class FaultsModule {
  constructor(gateway: TestFaults, faults: FaultsService) {
    gateway.takeFrom(faults);
  }
}
