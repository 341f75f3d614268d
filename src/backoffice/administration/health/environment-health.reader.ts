import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import { EventLag } from '../../../record/exchange/events/event-lag.js';
import { LINE_CODES, getLineRow } from '../../../record/reference/products/line-table.js';
import { OverviewRepository } from '../../../record/exchange/overview/overview.repository.js';
import { TariffService } from '../../../record/reference/tariffs/tariff.service.js';
import { WebhookSender } from '../../../record/exchange/webhooks/sender/webhook-sender.js';
import { Store } from '../../../store/store.js';
import type { EnvironmentHealthResponse, TariffInForceResponse } from './staff-health.dto.js';

const PENDING_SCANS = `SELECT count(*)::int AS count FROM document WHERE scan = 'pending'`;

@Injectable()
export class EnvironmentHealthReader {
  constructor(
    private readonly store: Store,
    private readonly events: EventLag,
    private readonly sender: WebhookSender,
    private readonly overview: OverviewRepository,
    private readonly tariffs: TariffService,
  ) {}

  async read(environment: Environment, today: LocalDate): Promise<EnvironmentHealthResponse> {
    const [events, deliveries, overview, scans] = await Promise.all([
      this.events.seconds(environment),
      this.sender.lagSeconds(environment),
      this.overview.ageSeconds(environment),
      this.store.query<{ count: number }>(environment, PENDING_SCANS),
    ]);
    return {
      environment,
      eventsBehindSeconds: whole(events),
      deliveriesBehindSeconds: whole(deliveries),
      overviewAgeSeconds: Number.isNaN(overview) ? null : whole(overview),
      pendingScans: scans[0]?.count ?? 0,
      tariffs: this.listTariffs(environment, today),
    };
  }

  private listTariffs(environment: Environment, today: LocalDate): TariffInForceResponse[] {
    return LINE_CODES.flatMap((line) => {
      const tariff = this.tariffs.pick(environment, getLineRow(line).branch.code, today);
      return tariff === undefined ? [] : [{ line, code: tariff.code, version: tariff.version, validFrom: tariff.validFrom }];
    });
  }
}

function whole(seconds: number): number {
  return Math.max(0, Math.floor(seconds));
}
