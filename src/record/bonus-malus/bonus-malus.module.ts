import { Module } from '@nestjs/common';
import { BonusMalusRegistry } from './bonus-malus-registry.js';
import { DemoRegistryLoader } from './demo-registry.loader.js';

@Module({ providers: [BonusMalusRegistry, DemoRegistryLoader], exports: [BonusMalusRegistry] })
export class BonusMalusModule {}
