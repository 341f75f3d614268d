import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '../../../config/config.js';
import { BonusMalusRegistry } from './bonus-malus-registry.js';
import { demoRegistry } from './demo-registry.js';

/** Fills the registry of a demo installation; a second start adds nothing. */
@Injectable()
export class DemoRegistryLoader implements OnModuleInit {
  constructor(
    private readonly config: Config,
    private readonly registry: BonusMalusRegistry,
  ) {}

  async onModuleInit(): Promise<void> {
    if (!this.config.demo) return;
    for (const environment of this.config.environments) await this.registry.add(environment, demoRegistry());
  }
}
