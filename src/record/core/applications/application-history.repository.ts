import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { Store } from '../../../store/store.js';
import type { ApplicationRecord, AuditStamp } from './application.js';
import { applicationsFrom, toRecord, type ApplicationRow } from './application-row.js';
import type { Status } from './status.js';

/** A transition as it was made. */
export interface TransitionRecord extends AuditStamp {
  readonly fromStatus: Status | null;
  readonly toStatus: Status;
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
}
