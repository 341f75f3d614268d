import { Injectable } from '@nestjs/common';
import type { Environment } from '../../common/environment.js';
import { foldName } from '../../common/fold-name.js';
import { containing, startingWith } from '../../common/like-pattern.js';
import { cappedTotal, MAX_COUNTED, type Page, type PageWindow } from '../../common/paging.js';
import { Store } from '../../store/store.js';
import type { LineCode } from '../lines/questionnaires.js';
import type { ApplicationRecord } from './application.js';
import { applicationPageFrom, toPage, type PageRow } from './application-row.js';
import type { Status } from './status.js';

export interface ApplicationFilter<C extends LineCode = LineCode> {
  readonly line: C;
  readonly agents: readonly string[];
  /** Status must be one of these. */
  readonly statuses?: readonly Status[];
  /** Prefixes of the numbers. */
  readonly applicationNo?: string;
  readonly policyNo?: string;
  /** Part of the client's name, whatever its case and accents. */
  readonly clientName?: string;
  /** Part of the client's surname or company name; vehicles. */
  readonly lastName?: string;
  readonly clientAfm?: string;
  /** Normalised. */
  readonly plateNo?: string;
  /** Entered then or later. */
  readonly from?: Date;
}

/** Searches applications, newest first, in one round trip. SQL of our own: a page and its total in one statement (ADR-2). */
@Injectable()
export class ApplicationSearchRepository {
  constructor(private readonly store: Store) {}

  async search<C extends LineCode>(
    environment: Environment,
    filter: ApplicationFilter<C>,
    { start, limit }: PageWindow,
  ): Promise<Page<ApplicationRecord<C>>> {
    const { condition, values } = conditionOf(filter);
    const at = values.length;
    const query = applicationPageFrom(
      `SELECT count(*)::int FROM (SELECT FROM application WHERE ${condition} LIMIT ${MAX_COUNTED + 1}) AS hit`,
      `application WHERE ${condition} ORDER BY id DESC LIMIT $${at + 1} OFFSET $${at + 2}`,
    );
    const { items, total } = toPage<C>(await this.store.query<PageRow<C>>(environment, query, [...values, limit, start - 1]));
    return { items, ...cappedTotal(total) };
  }
}

function conditionOf(filter: ApplicationFilter): { condition: string; values: unknown[] } {
  const values: unknown[] = [filter.line, filter.agents];
  const conditions = ['line = $1', 'agent_code = ANY($2)'];
  const add = (value: unknown, condition: (place: string) => string): void => {
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  };
  if (filter.statuses !== undefined) add(filter.statuses, (place) => `status = ANY(${place})`);
  if (filter.applicationNo !== undefined) add(startingWith(filter.applicationNo.toUpperCase()), (place) => `application_no LIKE ${place}`);
  if (filter.policyNo !== undefined) add(startingWith(filter.policyNo.toUpperCase()), (place) => `policy_no LIKE ${place}`);
  if (filter.clientName !== undefined) add(containing(foldName(filter.clientName)), (place) => `client_search LIKE ${place}`);
  if (filter.lastName !== undefined)
    // The index finds the whole name, which has the surname in it.
    add(
      containing(foldName(filter.lastName)),
      (place) => `client_search LIKE ${place} AND fold_name(questionnaire->'client'->>'lastName') LIKE ${place}`,
    );
  if (filter.clientAfm !== undefined) add(filter.clientAfm, (place) => `client_afm = ${place}`);
  if (filter.plateNo !== undefined) add(filter.plateNo, (place) => `plate_no = ${place}`);
  if (filter.from !== undefined) add(filter.from, (place) => `created_at >= ${place}`);
  return { condition: conditions.join(' AND '), values };
}
