import { Injectable } from '@nestjs/common';
import { getRow, Store, type Transaction } from '../../store/store.js';

export const RESET_STATES = ['ready', 'advancing', 'resetting'] as const;
export type ResetState = (typeof RESET_STATES)[number];

const FIND = `SELECT state FROM agent_clock WHERE agent_code = $1`;

const CLAIM = `
  SELECT agent_code AS "agentCode" FROM agent_clock WHERE state = 'resetting' AND agent_code > $1 AND agent_code <> ALL ($2)
  ORDER BY agent_code LIMIT 1 FOR UPDATE SKIP LOCKED`;

// In the order of deletion, because persons cause erasures, erasures change applications, and these cause events.
const PARTS: readonly (readonly [name: string, most: number])[] = [
  ['persons', 200],
  ['erasures', 200],
  ['contents', 50],
  ['commissions', 200],
  ['pending_actions', 500],
  ['applications', 300],
  ['unidentified', 500],
  ['settlements', 500],
  ['requests', 500],
  ['answers', 500],
  ['events', 2_000],
  ['tests', 2_000],
];

const DELETE_REST = ['agent_bonus_malus', 'armed_fault', 'quote_draft', 'upload_day'].map(
  (table) => `DELETE FROM ${table} WHERE agent_code = $1`,
);
const FINISH = `UPDATE agent_clock SET state = 'ready' WHERE agent_code = $1`;

/** Uses functions of the database, which alone may delete contracts and bookings (ADR-8). */
@Injectable()
export class AgentResetRepository {
  constructor(private readonly store: Store) {}

  async find(agentCode: string): Promise<ResetState> {
    return getRow(await this.store.query<{ state: ResetState }>('sandbox', FIND, [agentCode])).state;
  }

  async claim(tx: Transaction, after: string, without: readonly string[]): Promise<string | null> {
    const [row] = await tx.query<{ agentCode: string }>(CLAIM, [after, without]);
    return row?.agentCode ?? null;
  }

  async deletePart(tx: Transaction, agentCode: string, share: number): Promise<boolean> {
    for (const [name, most] of PARTS) {
      const values = [agentCode, Math.max(1, Math.floor(most * share))];
      const [row] = await tx.query<{ done: number }>(`SELECT reset_${name}($1, $2) AS done`, values);
      if (row !== undefined && row.done > 0) return true;
    }
    return false;
  }

  async finish(tx: Transaction, agentCode: string): Promise<void> {
    for (const statement of DELETE_REST) await tx.query(statement, [agentCode]);
    await tx.query(FINISH, [agentCode]);
  }
}
