import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Bulkheads } from './bulkheads.js';
import { Config, readConfig } from './config.js';

const BULKHEADS = { provide: Bulkheads, useFactory: (config: Config) => new Bulkheads(config), inject: [Config] };

@Global()
@Module({ providers: [{ provide: Config, useFactory: () => readConfig() }, BULKHEADS], exports: [Config, Bulkheads] })
export class ConfigModule {
  static of(config: Config): DynamicModule {
    return {
      module: ConfigOfHand,
      providers: [{ provide: Config, useValue: config }, BULKHEADS],
      exports: [Config, Bulkheads],
      global: true,
    };
  }
}

class ConfigOfHand {}
