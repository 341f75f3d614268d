import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { Store } from '../../../store/store.js';
import type { ApplicationRecord, AuditStamp } from './application.js';
import { toApplications, toRecord, type ApplicationRow } from './application-row.js';
import type { Status } from './status.js';

export interface TransitionRecord extends AuditStamp {
  readonly fromStatus: Status | null;
  readonly toStatus: Status;
}

const FIND_TRANSITIONS = `
  SELECT from_status AS "fromStatus", to_status AS "toStatus", action, actor, actor_name AS "actorName", key_prefix AS "keyPrefix",
    agent_code AS "agentCode", reason, at
  FROM status_transition WHERE application_id = $1 ORDER BY id`;

const FIND_AS_OF = toApplications(`(
  SELECT (jsonb_populate_record(NULL::application, v.state)).*
  FROM application_version v WHERE v.application_id = $1 AND v.valid_from <= $2 AND $2 < v.valid_until) AS former`);

const FIND_VERSION = toApplications(`(
  SELECT (jsonb_populate_record(NULL::application, v.state)).* FROM application_version v WHERE v.application_id = $1 AND v.version = $2) AS former`);

@Injectable()
export class ApplicationHistoryRepository {
  constructor(private readonly store: Store) {}

  findTransitions(where: Environment | Writer, applicationId: number): Promise<TransitionRecord[]> {
    return this.store.query<TransitionRecord>(where, FIND_TRANSITIONS, [applicationId]);
  }

  findAsOf(environment: Environment, applicationId: number, at: Date): Promise<ApplicationRecord | null> {
    return this.findPrevious(environment, FIND_AS_OF, [applicationId, at]);
  }

  findVersion(environment: Environment, applicationId: number, version: number): Promise<ApplicationRecord | null> {
    return this.findPrevious(environment, FIND_VERSION, [applicationId, version]);
  }

  private async findPrevious(environment: Environment, statement: string, values: unknown[]): Promise<ApplicationRecord | null> {
    const [row] = await this.store.query<{ application: ApplicationRow }>(environment, statement, values);
    return row ? toRecord(row.application) : null;
  }
}
