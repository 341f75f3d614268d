import { EventEmitter } from 'node:events';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap, Global, Module } from '@nestjs/common';
import { Clock, SystemClock } from '../common/clock.js';
import type { Environment } from '../common/environment.js';
import { Config } from '../config/config.js';
import { Job, type JobOptions } from './job.js';

@Injectable()
export class Scheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly failed = new EventEmitter<{ failure: [job: string, place: string] }>();
  readonly jobs: Job[] = [];
  private readonly logger = new Logger('Jobs');

  constructor(
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  add<Place extends string>(options: JobOptions<Place>): Job<Place> {
    const job = new Job(options, this.clock, this.logger, (place) => this.failed.emit('failure', options.name, place));
    this.jobs.push(job as unknown as Job);
    return job;
  }

  addToEnvironments(options: Omit<JobOptions<Environment>, 'places'>): Job<Environment> {
    return this.add({ ...options, places: this.config.environments });
  }

  onApplicationBootstrap(): void {
    for (const job of this.jobs) job.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.jobs.map((job) => job.stop()));
  }
}

@Global()
@Module({ providers: [{ provide: Clock, useClass: SystemClock }, Scheduler], exports: [Clock, Scheduler] })
export class ClockModule {}
