import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Config, readConfig } from './config.js';

/** Provides `Config` to every module. */
@Global()
@Module({ providers: [{ provide: Config, useFactory: () => readConfig() }], exports: [Config] })
export class ConfigModule {
  /** With a configuration made by hand: tests import this in place of the class. */
  static of(config: Config): DynamicModule {
    return { module: ConfigOfHand, providers: [{ provide: Config, useValue: config }], exports: [Config], global: true };
  }
}

class ConfigOfHand {}
