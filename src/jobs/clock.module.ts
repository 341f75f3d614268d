import { Global, Module } from '@nestjs/common';
import { Clock, SystemClock } from '../common/clock.js';
import { Scheduler } from './scheduler.js';

@Global()
@Module({ providers: [{ provide: Clock, useClass: SystemClock }, Scheduler], exports: [Clock, Scheduler] })
export class ClockModule {}
