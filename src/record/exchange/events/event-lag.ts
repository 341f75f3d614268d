import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ENVIRONMENTS, type Environment } from '../../../common/environment.js';
import { EventPublicationRepository } from './event-publication.repository.js';

const MAX_AGE_MS = 2_000;
const LATE_SECONDS = 300;

@Injectable()
export class EventLag {
  private readonly cache: LRUCache<Environment, number>;

  constructor(private readonly repository: EventPublicationRepository) {
    this.cache = new LRUCache({
      max: ENVIRONMENTS.length,
      ttl: MAX_AGE_MS,
      fetchMethod: (environment) => this.repository.lagSeconds(environment),
    });
  }

  seconds(environment: Environment): Promise<number> {
    return this.cache.forceFetch(environment);
  }

  completeUntil(environment: Environment): Promise<Date> {
    return this.repository.completeUntil(environment);
  }

  async complaint(environments: readonly Environment[]): Promise<string | null> {
    const late: string[] = [];
    for (const environment of environments) {
      const seconds = await this.seconds(environment);
      if (seconds > LATE_SECONDS) late.push(`the oldest unpublished event of ${environment} is ${Math.floor(seconds)} s old`);
    }
    return late.length === 0 ? null : late.join(', ');
  }
}
