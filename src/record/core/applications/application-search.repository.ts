import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import { foldName } from '../../../common/fold-name.js';
import { containing, startingWith } from '../../../common/like-pattern.js';
import { cappedTotal, MAX_COUNTED, type Page, type PageWindow } from '../../../common/paging.js';
import { Store } from '../../../store/store.js';
import type { LineCode } from '../../reference/products/questionnaires.js';
import type { ApplicationRecord } from './application.js';
import { applicationPage, applicationsFrom, toPage, type PageRow } from './application-row.js';
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
    window: PageWindow,
  ): Promise<Page<ApplicationRecord<C>>> {
    const { items, total } = toPage<C>(await this.rowsOf<C>(environment, filter, window));
    return { items, ...cappedTotal(total) };
  }

  private rowsOf<C extends LineCode>(
    environment: Environment,
    filter: ApplicationFilter,
    { start, limit }: PageWindow,
  ): Promise<PageRow<C>[]> {
    const { condition, values } = conditionOf(filter);
    const at = values.length;
    const window = `LIMIT $${at + 1} OFFSET $${at + 2}`;
    const offset = start - 1;
    if (filter.clientName === undefined && filter.lastName === undefined) {
      const query = applicationPage(
        `SELECT count(*)::int FROM (SELECT FROM application WHERE ${condition} LIMIT ${MAX_COUNTED + 1}) AS hit`,
        applicationsFrom(`application WHERE ${condition} ORDER BY id DESC ${window}`),
      );
      return this.store.query(environment, query, [...values, limit, offset]);
    }
    // The names are gone through once, for total and page. How, depends on the part: by trigrams if few names have it, else from the newest of the agent.
    const hits = `WITH hit AS MATERIALIZED (SELECT id AS hit_id FROM application WHERE ${condition} ORDER BY id DESC LIMIT $${at + 3})`;
    const page = `(SELECT hit_id FROM hit ORDER BY hit_id DESC ${window}) AS one JOIN application ON id = hit_id ORDER BY id DESC`;
    const query = `${hits} ${applicationPage('SELECT count(*)::int FROM hit', applicationsFrom(page))}`;
    return this.store.queryPlanned(environment, query, [...values, limit, offset, Math.max(MAX_COUNTED + 1, offset + limit)]);
  }
}

function conditionOf(filter: ApplicationFilter): { condition: string; values: unknown[] } {
  const [agent, ...others] = filter.agents;
  const isOne = others.length === 0;
  const values: unknown[] = [filter.line, isOne ? agent : filter.agents];
  // Only of one agent does the index give the newest first.
  const conditions = ['line = $1', isOne ? 'agent_code = $2' : 'agent_code = ANY($2)'];
  const add = (value: unknown, condition: (place: string) => string): void => {
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  };
  if (filter.statuses !== undefined) add(filter.statuses, (place) => `status = ANY(${place})`);
  if (filter.applicationNo !== undefined) add(startingWith(filter.applicationNo.toUpperCase()), (place) => `application_no LIKE ${place}`);
  if (filter.policyNo !== undefined) add(startingWith(filter.policyNo.toUpperCase()), (place) => `policy_no LIKE ${place}`);
  const addName = (part: string): void => {
    // The trigrams find what is LIKE; where names are gone through, the other tells most of them apart in less time. It is asked first only if LIKE is
    // no cheaper to the planner: `concat` makes it as dear.
    add(part, (place) => `strpos(client_search, ${place}) <> 0`);
    add(containing(part), (place) => `client_search LIKE concat(${place}::text)`);
  };
  if (filter.clientName !== undefined) addName(foldName(filter.clientName));
  if (filter.lastName !== undefined) {
    // The whole name has the surname in it.
    addName(foldName(filter.lastName));
    add(foldName(filter.lastName), (place) => `strpos(fold_name(questionnaire->'client'->>'lastName'), ${place}) <> 0`);
  }
  if (filter.clientAfm !== undefined) add(filter.clientAfm, (place) => `client_afm = ${place}`);
  if (filter.plateNo !== undefined) add(filter.plateNo, (place) => `plate_no = ${place}`);
  if (filter.from !== undefined) add(filter.from, (place) => `created_at >= ${place}`);
  return { condition: conditions.join(' AND '), values };
}
