import { DomainError } from '../common/domain-error.js';
import { ErrorCode } from '../common/error-codes.js';
import type { ClockStamp } from '../common/unit-of-work.js';
import { isFailedDemand } from './faults.js';
import type { Transaction } from './transaction.js';

const HOLD = `SELECT demand(hold_agent_clock($1, $2, $3), 'clock')`;

/** Refuses a write whose time was read from the agent's clock before the clock was moved (sandbox.4). */
export class ClockMovedError extends DomainError {
  constructor() {
    const text = {
      el: 'Το ρολόι του συνεργάτη προχωρά ή τα δεδομένα του μηδενίζονται. Επαναλάβετε σε λίγο.',
      en: "The agent's clock is being advanced, or its data reset. Try again shortly.",
    };
    super(ErrorCode.UNAVAILABLE, { text });
  }
}

export function withLockedClock<T>(
  { agentCode, generation, isOwn }: ClockStamp,
  work: (transaction: Transaction) => Promise<T>,
): (transaction: Transaction) => Promise<T> {
  return async (transaction) => {
    await transaction.query(HOLD, [agentCode, generation, isOwn ? 'advancing' : 'ready']).catch((error: unknown) => {
      throw isFailedDemand(error, 'clock') ? new ClockMovedError() : error;
    });
    return work(transaction);
  };
}
