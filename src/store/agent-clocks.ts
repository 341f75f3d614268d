import { Injectable } from '@nestjs/common';
import type { Occasion } from '../common/caller.js';
import type { Writer } from '../common/unit-of-work.js';
import { Store, type Transaction } from './store.js';

const FIND = `
  SELECT agent_code AS "agentCode", generation, frozen_at AS "frozenAt",
    EXISTS (SELECT FROM armed_fault f WHERE f.agent_code = $1 AND f.left_calls > 0) AS "hasArmedFaults"
  FROM agent_clock WHERE agent_code = $1`;
const FIND_FROZEN = `
  SELECT agent_code AS "agentCode", generation, frozen_at AS "frozenAt" FROM agent_clock
  WHERE frozen_at IS NOT NULL AND state = 'ready' ORDER BY agent_code`;

/** An advance ends by it, and the clock shows real time; nothing is written by the former generation from here on. */
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

/**
 * What time it is for the agents of the sandbox. Whoever moves a clock first commits another state and generation, from
 * which on nothing is written by the former one (`holdingClock`), and then locks the row FOR UPDATE, which waits for
 * what was being written. SQL of our own: one round trip and a prepared plan for every call in the sandbox (ADR-2).
 */
@Injectable()
export class AgentClocks {
  constructor(private readonly store: Store) {}

  /** The same occasion at the time of the agent, with the stamp of its clock. As it is in production, and where it has a stamp already. */
  async dated<T extends Occasion & Writer>(occasion: T, agentCode: string): Promise<T> {
    if (occasion.environment === 'production' || occasion.clock) return occasion;
    const [row] = await this.store.query<ClockRow>(occasion.environment, FIND, [agentCode]);
    return row === undefined ? occasion : datedBy(occasion, row);
  }

  /** The occasion at the time of each agent whose clock stands still. */
  async datedByFrozen<T extends Occasion & Writer>(occasion: T): Promise<T[]> {
    if (occasion.environment === 'production') return [];
    const rows = await this.store.query<ClockRow>(occasion.environment, FIND_FROZEN);
    return rows.map((row) => datedBy(occasion, row));
  }

  /** Everything that these agents have in the sandbox is deleted from here on, by whichever node (sandbox.24). Does nothing to one that is being reset. */
  async beginReset(tx: Transaction, agentCodes: readonly string[]): Promise<void> {
    await tx.query(BEGIN_RESET, [agentCodes]);
  }
}

function datedBy<T extends Occasion & Writer>(occasion: T, { frozenAt, ...stamp }: ClockRow): T {
  return { ...occasion, at: frozenAt ?? occasion.at, clock: { ...stamp, realAt: occasion.at } };
}
