import { Module } from '@nestjs/common';
import { LineRegistry } from '../../../src/record/core/lines/line-registry.js';
import { TariffService } from '../../../src/record/reference/tariffs/tariff.service.js';
import { TravelCalculator } from './travel-calculator.js';
import { TravelController } from './travel.controller.js';
import { TravelLine } from './travel-line.js';
import { ContractModule } from '../../../src/record/contract/contract.module.js';
import { CoreModule } from '../../../src/record/core/core.module.js';

@Module({ imports: [ContractModule, CoreModule], controllers: [TravelController] })
export class TravelModule {
  constructor(lines: LineRegistry, tariffs: TariffService) {
    lines.register(new TravelLine(new TravelCalculator(tariffs)));
  }
}
