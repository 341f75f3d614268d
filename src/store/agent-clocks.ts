import { Injectable } from '@nestjs/common';
import type { OperationContext } from '../common/caller.js';
import type { Writer } from '../common/unit-of-work.js';
import { Store, type Transaction } from './store.js';

const FIND = `
  SELECT agent_code AS "agentCode", generation, frozen_at AS "frozenAt",
    EXISTS (SELECT FROM armed_fault f WHERE f.agent_code = $1 AND f.left_calls > 0) AS "hasArmedFaults"
  FROM agent_clock WHERE agent_code = $1`;
const FIND_FROZEN = `
  SELECT agent_code AS "agentCode", generation, frozen_at AS "frozenAt" FROM agent_clock
  WHERE frozen_at IS NOT NULL AND state = 'ready' ORDER BY agent_code`;

/** The previous generation of the clock writes nothing more. */
const BEGIN_RESET = `
  UPDATE agent_clock SET state = 'resetting', generation = generation + 1, frozen_at = NULL, began_at = NULL, advance_to = NULL,
    leased_until = NULL
  WHERE agent_code = ANY ($1) AND state <> 'resetting'`;

interface ClockRow {
  readonly agentCode: string;
  readonly generation: number;
  readonly frozenAt: Date | null;
  readonly hasArmedFaults?: boolean;
}

@Injectable()
export class AgentClocks {
  constructor(private readonly store: Store) {}

  async applyClock<T extends OperationContext & Writer>(context: T, agentCode: string): Promise<T> {
    if (context.environment === 'production' || context.clock) return context;
    const [row] = await this.store.query<ClockRow>(context, FIND, [agentCode]);
    return row === undefined ? context : datedBy(context, row);
  }

  async applyStoppedClocks<T extends OperationContext & Writer>(context: T): Promise<T[]> {
    if (context.environment === 'production') return [];
    const rows = await this.store.query<ClockRow>(context.environment, FIND_FROZEN);
    return rows.map((row) => datedBy(context, row));
  }

  /** Any node then deletes the data (sandbox.24). A running reset continues. */
  async beginReset(tx: Transaction, agentCodes: readonly string[]): Promise<void> {
    await tx.query(BEGIN_RESET, [agentCodes]);
  }
}

function datedBy<T extends OperationContext & Writer>(context: T, { frozenAt, ...stamp }: ClockRow): T {
  return { ...context, at: frozenAt ?? context.at, clock: { ...stamp, realAt: context.at } };
}
