import { Injectable } from '@nestjs/common';
import { Store, type Transaction } from '../../store/store.js';
import { lockTurn } from '../../store/turn.js';
import { PLACE } from './fault-route.js';

export interface ArmedFault {
  readonly status: string;
  readonly count: number;
  readonly route: string | null;
}

export const MAX_ARMED = 20;

const IS_ARMED = `left_calls > 0 AND armed_at > now() - interval '1 hour'`;

const DELETE_SPENT = `DELETE FROM armed_fault WHERE agent_code = $1 AND NOT (${IS_ARMED})`;

const ARM = `
  INSERT INTO armed_fault (agent_code, status, left_calls, route)
  SELECT $1, $2, $3, $4 WHERE (SELECT count(*) FROM armed_fault WHERE agent_code = $1) < ${MAX_ARMED}
  RETURNING true AS armed`;

const DISARM = `DELETE FROM armed_fault WHERE agent_code = $1`;

const LIST = `SELECT status, left_calls AS count, route FROM armed_fault WHERE agent_code = $1 AND ${IS_ARMED} ORDER BY id`;

/** Locks the row, so that two simultaneous calls do not claim the same fault. */
const CLAIM = `
  UPDATE armed_fault SET left_calls = left_calls - 1
  WHERE id = (
    SELECT id FROM armed_fault
    WHERE agent_code = $1 AND (route IS NULL OR regexp_replace(route, '${PLACE}', '{}', 'g') = ANY ($2)) AND ${IS_ARMED}
    ORDER BY id LIMIT 1 FOR UPDATE)
  RETURNING status`;

@Injectable()
export class ArmedFaultRepository {
  constructor(private readonly store: Store) {}

  async arm(tx: Transaction, agentCode: string, { status, count, route }: ArmedFault): Promise<boolean> {
    await lockTurn(tx, `armed fault ${agentCode}`);
    await tx.query(DELETE_SPENT, [agentCode]);
    return (await tx.query(ARM, [agentCode, status, count, route])).length > 0;
  }

  async disarm(tx: Transaction, agentCode: string): Promise<void> {
    await tx.query(DISARM, [agentCode]);
  }

  list(agentCode: string): Promise<ArmedFault[]> {
    return this.store.query<ArmedFault>('sandbox', LIST, [agentCode]);
  }

  async claim(agentCode: string, routeNames: readonly string[]): Promise<string | null> {
    const [claimed] = await this.store.query<Pick<ArmedFault, 'status'>>('sandbox', CLAIM, [agentCode, routeNames]);
    return claimed?.status ?? null;
  }
}
