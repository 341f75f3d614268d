import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { GatewayError } from '../../gateway/errors/gateway-error.js';
import { digestOf } from '../../services/auth/secret.js';
import { Store, type Transaction } from '../../store/store.js';
import { networkOf } from '../../gateway/edge/address-limiter.js';
import { foldEmail } from '../users/users.js';

/** So many wrong passwords cost nothing; each further one doubles the wait, from one second to a quarter of an hour. */
const FREE_FAILURES = 4;
const MAX_WAIT_SECONDS = 900;
/** Failures are forgotten after a day without one. */
export const FAILURES_REMEMBERED_MS = 24 * 3_600_000;

// Counted right before the password is looked at, so that guesses sent at once count as many, and none that had to be sent away unseen; one
// that is right takes its count back.
const BEGIN = `
  INSERT INTO sign_in_attempt AS a (account_hash, network, failures, last_at, next_at) VALUES ($1, $2, 1, $3, $3)
  ON CONFLICT (account_hash, network) DO UPDATE SET
    failures = CASE WHEN a.last_at <= $4 THEN 1 ELSE least(a.failures + 1, 1000) END,
    last_at = $3,
    next_at = CASE
      WHEN a.last_at <= $4 OR a.failures < ${FREE_FAILURES} THEN $3
      ELSE $3 + make_interval(secs => least(${MAX_WAIT_SECONDS}, 2 ^ least(a.failures - ${FREE_FAILURES}, 20))) END
  WHERE a.next_at <= $3
  RETURNING 1 AS begun`;

/**
 * Slows down wrong passwords by account and address together: who guesses at somebody's account is slowed down, its owner elsewhere is not,
 * and no stranger can lock anybody out. Accounts that do not exist are slowed down alike. In the database, so that all nodes count as one.
 */
@Injectable()
export class SignInBackoff {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
  ) {}

  /** Counts an attempt. @throws GatewayError OVER_RATE_LIMIT with the seconds to wait, when it comes too soon after the failures before it */
  async begin(email: string, address: string | null): Promise<void> {
    const now = this.clock.now();
    const pair = [accountHash(email), networkOf(address)];
    const forgottenSince = new Date(now.getTime() - FAILURES_REMEMBERED_MS);
    const begun = await this.store.query('gateway', BEGIN, [...pair, now, forgottenSince]);
    if (begun.length > 0) return;
    const [row] = await this.store.query<{ next_at: Date }>(
      'gateway',
      'SELECT next_at FROM sign_in_attempt WHERE account_hash = $1 AND network = $2',
      pair,
    );
    const waitMs = (row?.next_at.getTime() ?? 0) - now.getTime();
    throw new GatewayError('OVER_RATE_LIMIT', Math.max(1, Math.ceil(waitMs / 1000)));
  }

  /** The password was right: the failures from this address are forgotten. */
  async forgive(tx: Transaction, email: string, address: string | null): Promise<void> {
    await tx.query('DELETE FROM sign_in_attempt WHERE account_hash = $1 AND network = $2', [accountHash(email), networkOf(address)]);
  }
}

function accountHash(email: string): Buffer {
  return digestOf(foldEmail(email));
}
