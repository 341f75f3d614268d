import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import { EventPublicationRepository } from './event-publication.repository.js';

/** However often it is asked for. */
const MAX_AGE_MS = 2_000;
/** From here on the feed is late. */
const LATE_SECONDS = 300;

interface Known {
  readonly seconds: Promise<number>;
  readonly readAtMs: number;
}

/** How far the feed is behind what was written: a transaction that stays open holds it back, and so does a publisher that fails. */
@Injectable()
export class EventLag {
  private readonly known = new Map<Environment, Known>();

  constructor(private readonly repository: EventPublicationRepository) {}

  /** The age of the oldest event that is not published, in seconds; 0 when there is none. */
  async seconds(environment: Environment): Promise<number> {
    const nowMs = performance.now();
    const known = this.known.get(environment);
    if (known && nowMs - known.readAtMs < MAX_AGE_MS) return known.seconds;
    const seconds = this.repository.lagSeconds(environment);
    this.known.set(environment, { seconds, readAtMs: nowMs });
    return seconds;
  }

  /** The moment up to which the feed has every event that was committed. */
  completeUntil(environment: Environment): Promise<Date> {
    return this.repository.completeUntil(environment);
  }

  /** What an operator is told when the feed of an environment is more than five minutes late; null when none is. */
  async complaint(environments: readonly Environment[]): Promise<string | null> {
    const late: string[] = [];
    for (const environment of environments) {
      const seconds = await this.seconds(environment);
      if (seconds > LATE_SECONDS) late.push(`the oldest unpublished event of ${environment} is ${Math.floor(seconds)} s old`);
    }
    return late.length === 0 ? null : late.join(', ');
  }
}
