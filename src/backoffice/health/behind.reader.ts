import { Injectable } from '@nestjs/common';
import type { Environment } from '../../common/environment.js';
import { EventLag } from '../../record/events/event-lag.js';
import { OverviewRepository } from '../../record/overview/overview.repository.js';
import { WebhookSender } from '../../record/webhooks/sender/webhook-sender.js';
import { Store } from '../../store/store.js';
import type { EnvironmentHealthResponse } from './staff-health.dto.js';

const PENDING_SCANS = `SELECT count(*)::int AS count FROM document WHERE scan = 'pending'`;

/** What is behind in an environment. */
@Injectable()
export class BehindReader {
  constructor(
    private readonly store: Store,
    private readonly events: EventLag,
    private readonly sender: WebhookSender,
    private readonly overview: OverviewRepository,
  ) {}

  async read(environment: Environment): Promise<Omit<EnvironmentHealthResponse, 'environment' | 'tariffs'>> {
    const [events, deliveries, overview, scans] = await Promise.all([
      this.events.seconds(environment),
      this.sender.lagSeconds(environment),
      this.overview.ageSeconds(environment),
      this.store.query<{ count: number }>(environment, PENDING_SCANS),
    ]);
    return {
      eventsBehindSeconds: whole(events),
      deliveriesBehindSeconds: whole(deliveries),
      overviewAgeSeconds: Number.isNaN(overview) ? null : whole(overview),
      pendingScans: scans[0]?.count ?? 0,
    };
  }
}

function whole(seconds: number): number {
  return Math.max(0, Math.floor(seconds));
}
