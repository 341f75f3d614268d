import { Module } from '@nestjs/common';
import { TestFaultInterceptor } from '../../gateway/faults/test-fault.interceptor.js';
import { GatewayModule } from '../../gateway/gateway.module.js';
import { ArmedFaultRepository } from './armed-fault.repository.js';
import { FaultsController } from './faults.controller.js';
import { FaultsService } from './faults.service.js';

@Module({ imports: [GatewayModule], controllers: [FaultsController], providers: [ArmedFaultRepository, FaultsService] })
export class FaultsModule {
  constructor(gateway: TestFaultInterceptor, faults: FaultsService) {
    gateway.takeFrom(faults);
  }
}
