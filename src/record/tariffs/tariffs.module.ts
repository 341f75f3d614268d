import { Module } from '@nestjs/common';
import { TariffRepository } from './tariff.repository.js';
import { TariffService } from './tariff.service.js';

@Module({ providers: [TariffRepository, TariffService], exports: [TariffService] })
export class TariffsModule {}
