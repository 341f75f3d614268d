import { Module } from '@nestjs/common';
import { TariffRepository } from './tariff.repository.js';
import { Tariffs } from './tariffs.js';

@Module({ providers: [TariffRepository, Tariffs], exports: [Tariffs] })
export class TariffsModule {}
