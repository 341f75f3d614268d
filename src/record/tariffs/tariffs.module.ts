import { Module } from '@nestjs/common';
import { Tariffs } from './tariffs.js';

@Module({ providers: [Tariffs], exports: [Tariffs] })
export class TariffsModule {}
