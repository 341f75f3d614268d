import { Injectable } from '@nestjs/common';
import type { Environment } from '../../common/environment.js';
import type { Writer } from '../../common/unit-of-work.js';
import { foldName } from '../../common/fold-name.js';
import { containing, startingWith } from '../../common/like-pattern.js';
import type { Page, PageWindow } from '../../common/paging.js';
import { Store } from '../../store/store.js';
import type { LineCode } from '../lines/questionnaires.js';
import type { ApplicationRecord, AuditStamp } from './application.js';
import { applicationPage, applicationsFrom, toPage, toRecord, type ApplicationRow, type PageRow } from './application-row.js';
import type { Status } from './status.js';

/** A transition as it was made. */
export interface TransitionRecord extends AuditStamp {
  readonly fromStatus: Status | null;
  readonly toStatus: Status;
}

/** What is absent does not count. */
export interface QueueFilter {
  readonly statuses?: readonly Status[] | undefined;
  readonly line?: LineCode | undefined;
  readonly agentCode?: string | undefined;
  /** Entered from this instant on. */
  readonly from?: Date | undefined;
  /** Entered before this instant. */
  readonly to?: Date | undefined;
  /** Beginning of the number of the application or of the policy. */
  readonly number?: string | undefined;
  /** Part of the client's name, whatever its capitals and accents. */
  readonly clientName?: string | undefined;
  readonly clientAfm?: string | undefined;
}

const FIND_TRANSITIONS = `
  SELECT from_status AS "fromStatus", to_status AS "toStatus", action, actor, actor_name AS "actorName", key_prefix AS "keyPrefix",
    agent_code AS "agentCode", reason, at
  FROM status_transition WHERE application_id = $1 ORDER BY id`;

const FIND_AS_OF = applicationsFrom(`(
  SELECT (jsonb_populate_record(NULL::application, v.state)).*
  FROM application_version v WHERE v.application_id = $1 AND v.valid_from <= $2 AND $2 < v.valid_until) AS former`);

const FIND_VERSION = applicationsFrom(`(
  SELECT (jsonb_populate_record(NULL::application, v.state)).* FROM application_version v WHERE v.application_id = $1 AND v.version = $2) AS former`);

/**
 * A list of statuses is a queue: who waits longest comes first; otherwise the newest. One text for each combination of filters, so that each is
 * planned for itself.
 */
function queueQuery(filter: QueueFilter): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const conditions: string[] = [];
  const add = (value: unknown, condition: (place: string) => string): void => {
    if (value !== undefined) conditions.push(condition(`$${values.push(value)}`));
  };
  const { number, clientName } = filter;
  add(filter.statuses, (place) => `status = ANY (${place})`);
  add(filter.line, (place) => `line = ${place}`);
  add(filter.agentCode, (place) => `agent_code = ${place}`);
  add(filter.from, (place) => `created_at >= ${place}`);
  add(filter.to, (place) => `created_at < ${place}`);
  add(number && startingWith(number.toUpperCase()), (place) => `(application_no LIKE ${place} OR policy_no LIKE ${place})`);
  add(clientName && containing(foldName(clientName)), (place) => `client_search LIKE ${place}`);
  add(filter.clientAfm, (place) => `client_afm = ${place}`);
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const order = filter.statuses === undefined ? 'id DESC' : 'updated_at, id';
  const at = values.length;
  const page = `application ${where} ORDER BY ${order} LIMIT $${at + 1} OFFSET $${at + 2}`;
  return { text: applicationPage(`SELECT count(*)::int FROM application ${where}`, applicationsFrom(page)), values };
}

/**
 * What the insurer's people read: the applications of every agent, their transitions and their former states.
 * SQL of our own: one round trip for an application with all that belongs to it (ADR-2).
 */
@Injectable()
export class ApplicationHistoryRepository {
  constructor(private readonly store: Store) {}

  findTransitions(where: Environment | Writer, applicationId: number): Promise<TransitionRecord[]> {
    return this.store.query<TransitionRecord>(where, FIND_TRANSITIONS, [applicationId]);
  }

  /** The former state that held at an instant; null when there was none, or when it is the present one. */
  async findAsOf(environment: Environment, applicationId: number, at: Date): Promise<ApplicationRecord | null> {
    const [row] = await this.store.query<{ application: ApplicationRow }>(environment, FIND_AS_OF, [applicationId, at]);
    return row ? toRecord(row.application) : null;
  }

  /** A former version; null when there is none of that number, or when it is the present one. */
  async findVersion(environment: Environment, applicationId: number, version: number): Promise<ApplicationRecord | null> {
    const [row] = await this.store.query<{ application: ApplicationRow }>(environment, FIND_VERSION, [applicationId, version]);
    return row ? toRecord(row.application) : null;
  }

  async findQueue(
    environment: Environment,
    filter: QueueFilter,
    { start, limit }: PageWindow,
  ): Promise<Omit<Page<ApplicationRecord>, 'isCapped'>> {
    const { text, values } = queueQuery(filter);
    return toPage(await this.store.query<PageRow>(environment, text, [...values, limit, start - 1]));
  }
}
