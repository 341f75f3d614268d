import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../common/athens.js';
import type { Environment } from '../../common/environment.js';
import type { ClockStamp, Writer } from '../../common/unit-of-work.js';
import { buildLease, buildLeaseEnd } from '../../store/lease.js';
import { getRow, Store, type Transaction } from '../../store/store.js';

export interface AgentClock {
  readonly agentCode: string;
  /** Incremented by each change that a write must not span: a freeze, an advance, a reset. */
  readonly generation: number;
  readonly state: 'ready' | 'advancing' | 'resetting';
  /** Time of the stopped clock; null for real time. */
  readonly frozenAt: Date | null;
  readonly beganAt: Date | null;
  readonly advanceTo: Date | null;
}

export type AdvancingClock = AgentClock & { readonly frozenAt: Date; readonly advanceTo: Date };

const LEASE_SECONDS = 5;

const COLUMNS = `agent_code AS "agentCode", generation, state, frozen_at AS "frozenAt", began_at AS "beganAt", advance_to AS "advanceTo"`;

const FIND = `SELECT ${COLUMNS} FROM agent_clock WHERE agent_code = $1`;

/** Once this is committed and writes under way have ended, the previous generation writes nothing more. */
const BEGIN = `
  UPDATE agent_clock SET state = 'advancing', generation = generation + 1, advance_to = $5, began_at = coalesce(began_at, $4),
    frozen_at = coalesce(frozen_at, $3)
  WHERE agent_code = $1 AND generation = $2 AND state = 'ready' RETURNING ${COLUMNS}`;

const CLAIM = buildLease({
  table: 'agent_clock',
  key: 'agent_code',
  where: `state = 'advancing'`,
  orderBy: 'leased_until NULLS FIRST, agent_code',
  until: buildLeaseEnd(LEASE_SECONDS),
  returning: COLUMNS,
});

/** Never moves back: a process whose lease has ended may come late. */
const MOVE = `
  UPDATE agent_clock SET frozen_at = greatest(frozen_at, $3), leased_until = ${buildLeaseEnd(LEASE_SECONDS)}
  WHERE agent_code = $1 AND generation = $2 AND state = 'advancing' RETURNING agent_code`;

const FINISH = `
  UPDATE agent_clock SET state = 'ready', generation = generation + 1, frozen_at = advance_to, advance_to = NULL, leased_until = NULL
  WHERE agent_code = $1 AND generation = $2 AND state = 'advancing'`;

const LOCK = `${FIND} AND generation = $2 AND state = 'ready' FOR UPDATE SKIP LOCKED`;

const THAW = `
  UPDATE agent_clock SET generation = generation + 1, frozen_at = NULL, began_at = NULL WHERE agent_code = $1 RETURNING ${COLUMNS}`;

const HAS_FUTURE_DATA = `
  WITH own AS (SELECT id, updated_at FROM application WHERE agent_code = $1)
  SELECT FROM own WHERE updated_at > $2
  UNION ALL SELECT FROM own JOIN document d ON d.application_id = own.id WHERE greatest(d.created_at, d.changed_at) > $2
  UNION ALL SELECT FROM own JOIN payment_code c ON c.application_id = own.id WHERE c.created_at > $2
  UNION ALL SELECT FROM own JOIN ledger_transaction l ON l.application_id = own.id WHERE l.at > $2
  UNION ALL SELECT FROM account a JOIN ledger_entry e ON e.account_id = a.id WHERE a.agent_code = $1 AND e.at > $2
  UNION ALL SELECT FROM service_request WHERE agent_code = $1 AND greatest(created_at, answered_at, closed_at) > $2
  UNION ALL SELECT FROM party_record WHERE agent_code = $1 AND updated_at > $2
  UNION ALL SELECT FROM party_address WHERE agent_code = $1 AND updated_at > $2
  UNION ALL SELECT FROM party_contact WHERE agent_code = $1 AND updated_at > $2
  UNION ALL SELECT FROM upload_day WHERE agent_code = $1 AND day > $3
  LIMIT 1`;

@Injectable()
export class AgentClockRepository {
  constructor(private readonly store: Store) {}

  async get(where: Environment | Writer, agentCode: string): Promise<AgentClock> {
    return getRow(await this.store.query<AgentClock>(where, FIND, [agentCode]));
  }

  async begin(tx: Transaction, { agentCode, generation, realAt }: ClockStamp, from: Date, to: Date): Promise<AgentClock | null> {
    const [clock] = await tx.query<AgentClock>(BEGIN, [agentCode, generation, from, realAt, to]);
    return clock ?? null;
  }

  async claim(environment: Environment): Promise<AdvancingClock | null> {
    const [clock] = await this.store.query<AdvancingClock>(environment, CLAIM);
    return clock ?? null;
  }

  async move(environment: Environment, { agentCode, generation }: AgentClock, to: Date): Promise<boolean> {
    return (await this.store.query(environment, MOVE, [agentCode, generation, to])).length === 1;
  }

  async finish(environment: Environment, { agentCode, generation }: AgentClock): Promise<void> {
    await this.store.query(environment, FINISH, [agentCode, generation]);
  }

  /** Locks the clock; false when it has another generation than the stamp, or during a write. */
  async lock(tx: Transaction, { agentCode, generation }: ClockStamp): Promise<boolean> {
    return (await tx.query(LOCK, [agentCode, generation])).length === 1;
  }

  async hasFutureData(tx: Transaction, agentCode: string, now: Date, today: LocalDate): Promise<boolean> {
    return (await tx.query(HAS_FUTURE_DATA, [agentCode, now, today])).length === 1;
  }

  async thaw(tx: Transaction, agentCode: string): Promise<AgentClock> {
    return getRow(await tx.query<AgentClock>(THAW, [agentCode]));
  }
}
