import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import { foldName } from '../../../common/fold-name.js';
import { buildPartPattern, buildStartPattern } from '../../../common/like-pattern.js';
import { toCappedTotal, MAX_COUNTED, type Page, type PageWindow } from '../../../common/paging.js';
import type { RecordMessage } from '../../../record/core/applications/application.js';
import { formatStatusList, type Status, listStatuses } from '../../../record/core/applications/status.js';
import { LINE_CODES, POLICY_LETTER, type LineCode } from '../../../record/reference/products/line-table.js';
import { Store } from '../../../store/store.js';
import { ASSIGNED, type Assignee } from './application-work.repository.js';
import type { StaffApplicationRowResponse } from './staff-application.dto.js';

/** Statuses that wait for staff, customer or payment. These queues are short, so any key can sort them. */
export const QUEUE_STATUSES = listStatuses(({ awaits }) => ['underwriting', 'customer', 'payment'].includes(awaits));
const REFERRED_STATUSES = listStatuses(({ awaits }) => awaits === 'underwriting');

/** Sort keys; a minus before a key reverses the order. Null is the lowest value. */
export const SORT_KEYS = ['waitingSince', 'startDate', 'endDate', 'premium', 'applicationNo', 'agent', 'client'] as const;
type SortKey = (typeof SORT_KEYS)[number];
const QUEUE_KEYS: ReadonlySet<string> = new Set<SortKey>(['waitingSince', 'client']);
export type ApplicationSort = SortKey | `-${SortKey}`;

export type ListCondition = (place: (value: string) => string) => string;

export interface ApplicationListFilter {
  readonly statuses?: readonly Status[] | undefined;
  readonly line?: LineCode | undefined;
  readonly agentCode?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly number?: string | undefined;
  readonly applicationNo?: string | undefined;
  readonly policyNo?: string | undefined;
  readonly clientName?: string | undefined;
  readonly clientAfm?: string | undefined;
  readonly plateNo?: string | undefined;
  readonly startFrom?: LocalDate | undefined;
  readonly startTo?: LocalDate | undefined;
  readonly endFrom?: LocalDate | undefined;
  readonly endTo?: LocalDate | undefined;
  readonly premiumFrom?: number | undefined;
  readonly premiumTo?: number | undefined;
  readonly waitingSinceFrom?: Date | undefined;
  readonly waitingSinceTo?: Date | undefined;
  readonly reason?: string | undefined;
  readonly assignee?: number | 'none' | undefined;
  readonly condition?: ListCondition | undefined;
  readonly sort?: ApplicationSort | undefined;
}

type MappedField = 'line' | 'lineTitle' | 'status' | 'statusTitle' | 'waitingSince' | 'reasons' | 'assignee';

export interface ListedApplication extends Omit<StaffApplicationRowResponse, MappedField> {
  readonly line: LineCode;
  readonly status: Status;
  readonly messages: readonly RecordMessage[];
  readonly assignee: (Assignee & { readonly since: string }) | null;
}

const INSURED = `coalesce(a.plate_no, (
  SELECT nullif(concat_ws(' ', o ->> 'address', o ->> 'address_number', o ->> 'post_code', o ->> 'city'), '')
  FROM (SELECT a.questionnaire #> '{objects_insured,0}' AS o) AS object))`;

const COLUMNS = `
  a.id, a.line, a.application_no AS "applicationNo", a.policy_no AS "policyNo", a.status, a.agent_code AS "agentCode", g.name AS "agentName",
  a.client_name AS "clientName", a.client_afm AS "clientAfm", a.start_date AS "startDate", a.end_date AS "endDate", a.gross, a.version,
  a.updated_at AS "updatedAt", a.messages, ${INSURED} AS insured,
  CASE WHEN h.user_id IS NOT NULL THEN json_build_object('id', h.user_id, 'name', h.name, 'since', h.assigned_at) END AS assignee`;

interface Order {
  readonly columns: readonly string[];
  readonly up: readonly string[];
  readonly down: readonly string[];
}

function byColumn(column: string): Order {
  const [up, down] = [`${column} ASC NULLS FIRST`, `${column} DESC NULLS LAST`];
  return { columns: [column], up: [up, 'id ASC'], down: [down, 'id DESC'] };
}

const NEWEST = { columns: [], terms: ['id DESC'] };
const ENTERED = byNotNull('created_at');
const ORDERS: Readonly<Record<SortKey, Order>> = {
  waitingSince: byNotNull('updated_at'),
  startDate: byNotNull('start_date'),
  endDate: byNotNull('end_date'),
  premium: byColumn('gross'),
  applicationNo: byNotNull('application_no'),
  agent: { columns: ['agent_code', 'line'], up: ['agent_code', 'line', 'id DESC'], down: ['agent_code DESC', 'line DESC', 'id ASC'] },
  client: byNotNull('client_search'),
};

/** Orders by the highest number first, like the index (applications.24). */
function byNumber(column: string): { readonly columns: readonly string[]; readonly terms: readonly string[] } {
  return { columns: [column], terms: [`${column} USING ~>~`, 'id DESC'] };
}

function byNotNull(column: string): Order {
  return { columns: [column], up: [column, 'id'], down: [`${column} DESC`, 'id DESC'] };
}

interface Row {
  readonly total: number | null;
  readonly item: ListedApplication | null;
}

@Injectable()
export class ApplicationListRepository {
  constructor(private readonly store: Store) {}

  /** Reads up to MAX_COUNTED hits by id and sorts them; more hits in the order of an index. */
  async find(environment: Environment, filter: ApplicationListFilter, { start, limit }: PageWindow): Promise<Page<ListedApplication>> {
    const { all, parts, values } = getConditions(filter);
    const { columns, terms } = getOrder(filter);
    const [most, offset, rows] = [1, 2, 3].map((place) => `$${values.length + place}`);
    const [order, selected] = [`ORDER BY ${terms.join(', ')}`, ['a.id', ...columns].join(', ')];
    const many = parts.map(
      (part) =>
        `(SELECT ${selected} FROM application AS a WHERE ${part} AND (SELECT total FROM counted) > ${MAX_COUNTED} ${order} LIMIT ${most})`,
    );
    const text = `
      WITH hit AS MATERIALIZED (SELECT a.id FROM application AS a WHERE ${all} LIMIT ${MAX_COUNTED + 1}),
      counted AS MATERIALIZED (SELECT count(*)::integer AS total FROM hit),
      page AS (
        SELECT * FROM (
          (SELECT few.* FROM hit CROSS JOIN LATERAL (SELECT ${selected} FROM application AS a WHERE a.id = hit.id OFFSET 0) AS few
            WHERE (SELECT total FROM counted) <= ${MAX_COUNTED})
          UNION ALL ${many.join(' UNION ALL ')}) AS found
        ${order} OFFSET ${offset} LIMIT ${rows})
      SELECT total, NULL::json AS item FROM counted
      UNION ALL SELECT NULL, to_json(item) FROM (
        SELECT ${COLUMNS} FROM page JOIN application AS a ON a.id = page.id
        LEFT JOIN agent AS g ON g.code = a.agent_code LEFT JOIN (${ASSIGNED}) AS h ON h.application_id = a.id
        ORDER BY ${terms.map((term) => `page.${term}`).join(', ')}) AS item`;
    const found = await this.store.readAnywhere(environment, (reader) =>
      reader.queryPlanned<Row>(text, [...values, start - 1 + limit, start - 1, limit]),
    );
    const total = found.find((row) => row.total !== null)?.total ?? 0;
    return { items: found.flatMap(({ item }) => item ?? []), ...toCappedTotal(total) };
  }
}

function isOfQueues(statuses: readonly Status[] | null): boolean {
  return statuses?.every((status) => QUEUE_STATUSES.has(status)) ?? false;
}

/** Whether the filter allows its sort key: keys without an index sort only queues (backoffice.14). */
export function isSortable(filter: ApplicationListFilter): boolean {
  return filter.sort === undefined || !QUEUE_KEYS.has(filter.sort.replace('-', '')) || isOfQueues(findStatuses(filter));
}

function getSort({ sort, ...filter }: ApplicationListFilter): ApplicationSort | 'newest' | 'entered' | 'number' {
  const isBy = (...values: readonly unknown[]): boolean => values.some((value) => value !== undefined);
  if (sort !== undefined) return sort;
  if (isOfQueues(findStatuses(filter))) return 'waitingSince';
  if (isBy(filter.startFrom, filter.startTo)) return 'startDate';
  if (isBy(filter.endFrom, filter.endTo)) return 'endDate';
  if (isBy(filter.premiumFrom, filter.premiumTo)) return 'premium';
  if (isBy(filter.from, filter.to)) return 'entered';
  return isBy(filter.number, filter.applicationNo, filter.policyNo) ? 'number' : 'newest';
}

function getOrder(filter: ApplicationListFilter): { readonly columns: readonly string[]; readonly terms: readonly string[] } {
  const key = getSort(filter);
  if (key === 'newest') return NEWEST;
  if (key === 'entered') return { columns: ENTERED.columns, terms: ENTERED.down };
  if (key === 'number') return byNumber(getNumberColumn(filter));
  const { columns, up, down } = ORDERS[key.replace('-', '') as SortKey];
  return { columns, terms: key.startsWith('-') ? down : up };
}

function getNumberColumn({ number, policyNo }: ApplicationListFilter): 'application_no' | 'policy_no' {
  return policyNo !== undefined || number?.toUpperCase().startsWith(POLICY_LETTER) ? 'policy_no' : 'application_no';
}

interface Conditions {
  readonly all: string;
  readonly parts: readonly string[];
  readonly values: unknown[];
}

function getConditions(filter: ApplicationListFilter): Conditions {
  const values: unknown[] = [];
  const conditions: string[] = [];
  const add = (value: unknown, condition: (place: string) => string): void => {
    if (value !== undefined) conditions.push(condition(`$${values.push(value)}`));
  };
  const { number, applicationNo, policyNo, clientName, assignee } = filter;
  const beginning = (text: string | undefined): string | undefined => text && buildStartPattern(text.toUpperCase());
  add(filter.line, (place) => `a.line = ${place}`);
  add(filter.agentCode, (place) => `a.agent_code = ${place}`);
  add(filter.from, (place) => `a.created_at >= ${place}`);
  add(filter.to, (place) => `a.created_at < ${place}`);
  add(beginning(number), (place) => `a.${getNumberColumn({ number })} LIKE ${place}`);
  add(beginning(applicationNo), (place) => `a.application_no LIKE ${place}`);
  add(beginning(policyNo), (place) => `a.policy_no LIKE ${place}`);
  add(clientName && buildPartPattern(foldName(clientName)), (place) => `a.client_search LIKE ${place}`);
  add(filter.clientAfm, (place) => `a.client_afm = ${place}`);
  add(filter.plateNo, (place) => `a.plate_no = ${place}`);
  add(filter.startFrom, (place) => `a.start_date >= ${place}`);
  add(filter.startTo, (place) => `a.start_date <= ${place}`);
  add(filter.endFrom, (place) => `a.end_date >= ${place}`);
  add(filter.endTo, (place) => `a.end_date <= ${place}`);
  add(filter.premiumFrom, (place) => `a.gross >= ${place}`);
  add(filter.premiumTo, (place) => `a.gross <= ${place}`);
  add(filter.waitingSinceFrom, (place) => `a.updated_at >= ${place}`);
  add(filter.waitingSinceTo, (place) => `a.updated_at < ${place}`);
  add(filter.reason && JSON.stringify([{ code: filter.reason, severity: 'referral' }]), (place) => `a.messages @> ${place}::jsonb`);
  if (assignee === 'none') conditions.push(`NOT EXISTS (${ASSIGNED} WHERE s.application_id = a.id)`);
  else add(assignee, (place) => `a.id IN (SELECT h.application_id FROM (${ASSIGNED}) AS h WHERE h.user_id = ${place})`);
  if (filter.condition !== undefined) conditions.push(filter.condition((value) => `$${values.push(value)}`));
  const statuses = findStatuses(filter);
  const joined = (own: readonly string[]): string => [...conditions, ...own].join(' AND ') || 'true';
  const all = joined(statuses === null ? [] : [statuses.length === 0 ? 'false' : `a.status IN (${formatStatusList(statuses)})`]);
  const parts = listParts(filter, statuses).map((part) => joined([part]));
  return { all, parts: parts.length === 0 ? [all] : parts, values };
}

function findStatuses({ statuses, waitingSinceFrom, waitingSinceTo, reason }: ApplicationListFilter): Status[] | null {
  const sets = [
    ...(statuses === undefined ? [] : [new Set(statuses)]),
    ...(waitingSinceFrom === undefined && waitingSinceTo === undefined ? [] : [QUEUE_STATUSES]),
    ...(reason === undefined ? [] : [REFERRED_STATUSES]),
  ];
  const [first, ...others] = sets;
  return first === undefined ? null : [...first].filter((status) => others.every((set) => set.has(status)));
}

/** Splits by status, or by line for an agent, because the indexes order each of them by the newest. */
function listParts(filter: ApplicationListFilter, statuses: readonly Status[] | null): string[] {
  if (getSort(filter) !== 'newest') return [];
  if (statuses !== null) return statuses.map((status) => `a.status = '${status}'`);
  return filter.agentCode !== undefined && filter.line === undefined ? LINE_CODES.map((code) => `a.line = '${code}'`) : [];
}
