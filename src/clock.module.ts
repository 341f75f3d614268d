import { Global, Module } from '@nestjs/common';
import { Clock, SystemClock } from './common/clock.js';

/** Provides the one source of "now". */
@Global()
@Module({ providers: [{ provide: Clock, useClass: SystemClock }], exports: [Clock] })
export class ClockModule {}
