import { Global, Module } from '@nestjs/common';
import { Clock, SystemClock } from '../common/clock.js';
import { Scheduler } from './scheduler.js';

/** Provides the one source of "now", and the scheduler of all jobs. */
@Global()
@Module({ providers: [{ provide: Clock, useClass: SystemClock }, Scheduler], exports: [Clock, Scheduler] })
export class ClockModule {}
