import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../common/athens.js';
import type { Environment } from '../common/environment.js';
import { Store } from './store.js';

export interface AgentDates {
  readonly activeFrom: LocalDate | null;
  readonly activeUntil: LocalDate | null;
  readonly accessUntil: LocalDate | null;
  readonly renewalsAllowed: boolean;
}

type AgentDatesRow = AgentDates & { readonly code: string };

const FIND = `
  SELECT code, active_from AS "activeFrom", active_until AS "activeUntil", coalesce(access_until, active_until) AS "accessUntil",
    renewals_allowed AS "renewalsAllowed"
  FROM agent WHERE active_from IS NOT NULL OR active_until IS NOT NULL`;

/** Dates are at most two seconds old, so that no call reads them. */
@Injectable()
export class ClosedAgents {
  private readonly byEnvironment = new Map<Environment, ReadonlyMap<string, AgentDates>>();

  constructor(private readonly store: Store) {}

  async refresh(environment: Environment): Promise<void> {
    const rows = await this.store.query<AgentDatesRow>(environment, FIND);
    this.byEnvironment.set(environment, new Map(rows.map(({ code, ...dates }) => [code, dates])));
  }

  hasAny(environment: Environment): boolean {
    return (this.byEnvironment.get(environment)?.size ?? 0) > 0;
  }

  find(environment: Environment, code: string): AgentDates | null {
    return this.byEnvironment.get(environment)?.get(code) ?? null;
  }

  hasNoAccess(environment: Environment, code: string, today: LocalDate): boolean {
    const accessUntil = this.find(environment, code)?.accessUntil ?? null;
    return accessUntil !== null && accessUntil <= today;
  }
}
