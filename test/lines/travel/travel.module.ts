import { Module } from '@nestjs/common';
import { LineRegistry } from '../../../src/record/lines/line-registry.js';
import { LinesModule } from '../../../src/record/lines/lines.module.js';
import { TariffService } from '../../../src/record/tariffs/tariff.service.js';
import { TariffsModule } from '../../../src/record/tariffs/tariffs.module.js';
import { TravelCalculator } from './travel-calculator.js';
import { TravelController } from './travel.controller.js';
import { TravelLine } from './travel-line.js';

@Module({ imports: [LinesModule, TariffsModule], controllers: [TravelController] })
export class TravelModule {
  constructor(lines: LineRegistry, tariffs: TariffService) {
    lines.register(new TravelLine(new TravelCalculator(tariffs)));
  }
}
