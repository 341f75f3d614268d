import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import { foldName } from '../../../common/fold-name.js';
import { buildPartPattern, buildStartPattern } from '../../../common/like-pattern.js';
import { toCappedTotal, MAX_COUNTED, type Page, type PageWindow } from '../../../common/paging.js';
import { Store } from '../../../store/store.js';
import type { LineCode } from '../../reference/products/line-table.js';
import type { ApplicationRecord } from './application.js';
import { buildApplicationPage, toApplications, toApplicationPage, type PageRow } from './application-row.js';
import type { Status } from './status.js';

export interface ApplicationFilter<C extends LineCode = LineCode> {
  readonly line: C;
  readonly agents: readonly string[];
  readonly statuses?: readonly Status[];
  readonly applicationNo?: string;
  readonly policyNo?: string;
  /** Part of the name; case and accents do not count. */
  readonly clientName?: string;
  /** Part of the client's surname or company name; vehicles. */
  readonly lastName?: string;
  readonly clientAfm?: string;
  readonly plateNo?: string;
  readonly from?: Date;
}

/** One statement returns a page and its total (ADR-2). */
@Injectable()
export class ApplicationSearchRepository {
  constructor(private readonly store: Store) {}

  async search<C extends LineCode>(
    environment: Environment,
    filter: ApplicationFilter<C>,
    window: PageWindow,
  ): Promise<Page<ApplicationRecord<C>>> {
    const { items, total } = toApplicationPage<C>(await this.findRows<C>(environment, filter, window));
    return { items, ...toCappedTotal(total) };
  }

  private findRows<C extends LineCode>(
    environment: Environment,
    filter: ApplicationFilter,
    { start, limit }: PageWindow,
  ): Promise<PageRow<C>[]> {
    const { condition, values } = buildCondition(filter);
    const at = values.length;
    const window = `LIMIT $${at + 1} OFFSET $${at + 2}`;
    const offset = start - 1;
    if (filter.clientName === undefined && filter.lastName === undefined) {
      const query = buildApplicationPage(
        `SELECT count(*)::int FROM (SELECT FROM application WHERE ${condition} LIMIT ${MAX_COUNTED + 1}) AS hit`,
        toApplications(`application WHERE ${condition} ORDER BY id DESC ${window}`),
      );
      return this.store.readAnywhere(environment, (reader) => reader.query(query, [...values, limit, offset]));
    }
    // Total and page share one search. The planner uses trigrams, or the agent's newest for a frequent part.
    const hits = `WITH hit AS MATERIALIZED (SELECT id AS hit_id FROM application WHERE ${condition} ORDER BY id DESC LIMIT $${at + 3})`;
    const page = `(SELECT hit_id FROM hit ORDER BY hit_id DESC ${window}) AS one JOIN application ON id = hit_id ORDER BY id DESC`;
    const query = `${hits} ${buildApplicationPage('SELECT count(*)::int FROM hit', toApplications(page))}`;
    return this.store.readAnywhere(environment, (reader) =>
      reader.queryPlanned(query, [...values, limit, offset, Math.max(MAX_COUNTED + 1, offset + limit)]),
    );
  }
}

function buildCondition(filter: ApplicationFilter): { condition: string; values: unknown[] } {
  const [agent, ...others] = filter.agents;
  const isOne = others.length === 0;
  const values: unknown[] = [filter.line, isOne ? agent : filter.agents];
  // The index gives the newest first for one agent only.
  const conditions = ['line = $1', isOne ? 'agent_code = $2' : 'agent_code = ANY($2)'];
  const add = (value: unknown, condition: (place: string) => string): void => {
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  };
  if (filter.statuses !== undefined) add(filter.statuses, (place) => `status = ANY(${place})`);
  if (filter.applicationNo !== undefined)
    add(buildStartPattern(filter.applicationNo.toUpperCase()), (place) => `application_no LIKE ${place}`);
  if (filter.policyNo !== undefined) add(buildStartPattern(filter.policyNo.toUpperCase()), (place) => `policy_no LIKE ${place}`);
  const addName = (part: string): void => {
    // LIKE uses trigrams; a scan calls strpos first, which is faster: `concat` makes LIKE look as expensive.
    add(part, (place) => `strpos(client_search, ${place}) <> 0`);
    add(buildPartPattern(part), (place) => `client_search LIKE concat(${place}::text)`);
  };
  if (filter.clientName !== undefined) addName(foldName(filter.clientName));
  if (filter.lastName !== undefined) {
    // The whole name contains the surname.
    addName(foldName(filter.lastName));
    add(foldName(filter.lastName), (place) => `strpos(fold_name(questionnaire->'client'->>'lastName'), ${place}) <> 0`);
  }
  if (filter.clientAfm !== undefined) add(filter.clientAfm, (place) => `client_afm = ${place}`);
  if (filter.plateNo !== undefined) add(filter.plateNo, (place) => `plate_no = ${place}`);
  if (filter.from !== undefined) add(filter.from, (place) => `created_at >= ${place}`);
  return { condition: conditions.join(' AND '), values };
}
