import { Injectable } from '@nestjs/common';
import type { Environment } from '../../common/environment.js';
import type { Page } from '../../common/paging.js';
import { Store } from '../../store/store.js';
import type { ApplicationRecord } from './application.js';
import { applicationListFrom, applicationsFrom, toRecord, type ApplicationRow } from './application-row.js';
import type { Window } from './application-search.repository.js';
import type { Line } from './state-table.js';
import type { Status } from './status.js';

/** A transition as it was made. */
export interface TransitionRecord {
  readonly fromStatus: Status | null;
  readonly toStatus: Status;
  readonly action: string;
  readonly actor: string;
  readonly actorName: string;
  readonly keyPrefix: string | null;
  readonly agentCode: string | null;
  readonly reason: string | null;
  readonly at: Date;
}

export interface QueueFilter {
  readonly statuses: readonly Status[] | null;
  readonly line: Line | null;
}

const FIND_TRANSITIONS = `
  SELECT from_status AS "fromStatus", to_status AS "toStatus", action, actor, actor_name AS "actorName", key_prefix AS "keyPrefix",
    agent_code AS "agentCode", reason, at
  FROM status_transition WHERE application_id = $1 ORDER BY id`;

const FIND_AS_OF = applicationsFrom(`(
  SELECT (jsonb_populate_record(NULL::application, v.state)).*
  FROM application_version v WHERE v.application_id = $1 AND v.valid_from <= $2 AND $2 < v.valid_until) AS former`);

/** Who waits longest comes first. One text for each combination of filters, so that each is planned for itself. */
function queueQuery({ statuses, line }: QueueFilter): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const conditions: string[] = [];
  if (statuses !== null) conditions.push(`status = ANY ($${values.push(statuses)})`);
  if (line !== null) conditions.push(`line = $${values.push(line)}`);
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const at = values.length;
  const items = applicationListFrom(`application ${where} ORDER BY updated_at, id LIMIT $${at + 1} OFFSET $${at + 2}`);
  const text = `SELECT (SELECT count(*)::int FROM application ${where}) AS total, ${items} AS items`;
  return { text, values };
}

/** What the insurer's people read: the applications of every agent, their transitions and their former states. */
@Injectable()
export class ApplicationHistoryRepository {
  constructor(private readonly store: Store) {}

  findTransitions(environment: Environment, applicationId: number): Promise<TransitionRecord[]> {
    return this.store.query<TransitionRecord>(environment, FIND_TRANSITIONS, [applicationId]);
  }

  /** The former state that held at an instant; null when there was none, or when it is the present one. */
  async findAsOf(environment: Environment, applicationId: number, at: Date): Promise<ApplicationRecord | null> {
    const [row] = await this.store.query<{ application: ApplicationRow }>(environment, FIND_AS_OF, [applicationId, at]);
    return row ? toRecord(row.application) : null;
  }

  async findQueue(
    environment: Environment,
    filter: QueueFilter,
    { start, limit }: Window,
  ): Promise<Omit<Page<ApplicationRecord>, 'isCapped'>> {
    const { text, values } = queueQuery(filter);
    const [found] = await this.store.query<{ total: number; items: ApplicationRow[] }>(environment, text, [...values, limit, start - 1]);
    return { items: (found?.items ?? []).map(toRecord), total: found?.total ?? 0 };
  }
}
