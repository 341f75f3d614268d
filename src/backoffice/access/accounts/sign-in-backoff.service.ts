import { Injectable } from '@nestjs/common';
import type { Holder } from '../../../common/bulkhead.js';
import { Clock } from '../../../common/clock.js';
import { networkOf } from '../../../gateway/access/address-limiter.js';
import { GatewayError } from '../../../gateway/call/gateway-error.js';
import { digestOf } from '../../../identity/secret.js';
import { Store, type Transaction } from '../../../store/store.js';
import { foldEmail } from '../../../identity/user.service.js';
import { DeviceService, forgetDevicesOf } from './device.service.js';

/** Wrong passwords without a wait, and the longest wait: each further one doubles it, from one second on. */
const OF_PLACE = { freeFailures: 4, maxWaitSeconds: 900 };
/** For all strangers together. The longest wait is short, so that a user with a new device gets through, too. */
const OF_STRANGERS = { freeFailures: 50, maxWaitSeconds: 60 };
/** Failures are forgotten after a day without one. */
export const FAILURES_REMEMBERED_MS = 24 * 3_600_000;
/** Stands for every place that is not a known device. */
const STRANGERS = '*';

/** From where a password is tried. */
export interface Place {
  readonly name: string;
  /** Whether nothing is known of it but its address: it is slowed down by the failures of all such places, too. */
  readonly isStrange: boolean;
}

/** Returns the holder of a place for password hashing: strangers of many addresses must not delay known users. */
export function passwordHolder({ name, isStrange }: Place): Holder<'strange' | 'known'> {
  return { lane: isStrange ? 'strange' : 'known', owner: name };
}

/** Counts one more failure of a row, from a moment on in which a try is allowed. $3 is now, $4 since when failures are remembered. */
function counting({ freeFailures, maxWaitSeconds }: typeof OF_PLACE): string {
  return `
  ON CONFLICT (account_hash, network) DO UPDATE SET
    failures = CASE WHEN a.last_at <= $4 THEN 1 ELSE least(a.failures + 1, 1000) END,
    last_at = $3,
    next_at = CASE
      WHEN a.last_at <= $4 OR a.failures < ${freeFailures} THEN $3
      ELSE $3 + make_interval(secs => least(${maxWaitSeconds}, 2 ^ least(a.failures - ${freeFailures}, 20))) END
  WHERE a.next_at <= $3
  RETURNING 1 AS begun`;
}

// SQL of our own: it looks and counts in one statement, so that no two tries pass at once.
// Counted right before the password is looked at, so that guesses sent at once count as many, and none that had to be sent away unseen; one
// that is right takes its count back.
const BEGIN_KNOWN = `
  INSERT INTO sign_in_attempt AS a (account_hash, network, failures, last_at, next_at) VALUES ($1, $2, 1, $3, $3)${counting(OF_PLACE)}`;
const BEGIN_STRANGE = `
  WITH place AS (
    INSERT INTO sign_in_attempt AS a (account_hash, network, failures, last_at, next_at)
    SELECT $1::bytea, $2::text, 1, $3::timestamptz, $3::timestamptz
    WHERE NOT EXISTS (SELECT FROM sign_in_attempt s WHERE s.account_hash = $1 AND s.network = '${STRANGERS}' AND s.next_at > $3)
    ${counting(OF_PLACE)})
  INSERT INTO sign_in_attempt AS a (account_hash, network, failures, last_at, next_at)
  SELECT $1::bytea, '${STRANGERS}', 1, $3::timestamptz, $3::timestamptz FROM place
  ${counting(OF_STRANGERS)}`;

const GIVE_BACK = `
  WITH gone AS (DELETE FROM sign_in_attempt WHERE account_hash = $1 AND network = '${STRANGERS}' AND failures = 1)
  UPDATE sign_in_attempt SET failures = failures - 1, next_at = last_at
  WHERE account_hash = $1 AND network = '${STRANGERS}' AND failures > 1`;

/**
 * Slows down wrong passwords by account and place, and those of all strangers at one account together, however many addresses they have. A
 * known device is a place of its own, which no stranger slows down: no owner can be locked out. Accounts that do not exist are slowed down
 * alike. In the database, so that all nodes count as one.
 */
@Injectable()
export class SignInBackoffService {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly devices: DeviceService,
  ) {}

  /** Counts an attempt. @throws GatewayError OVER_RATE_LIMIT with the seconds to wait, when it comes too soon after the failures before it */
  async begin(email: string, { name, isStrange }: Place): Promise<void> {
    const now = this.clock.now();
    const account = accountHash(email);
    const forgottenSince = new Date(now.getTime() - FAILURES_REMEMBERED_MS);
    const begun = await this.store.query('gateway', isStrange ? BEGIN_STRANGE : BEGIN_KNOWN, [account, name, now, forgottenSince]);
    if (begun.length > 0) return;
    const [row] = await this.store.query<{ next_at: Date | null }>(
      'gateway',
      'SELECT max(next_at) AS next_at FROM sign_in_attempt WHERE account_hash = $1 AND network = ANY ($2)',
      [account, isStrange ? [name, STRANGERS] : [name]],
    );
    const waitMs = (row?.next_at?.getTime() ?? 0) - now.getTime();
    throw new GatewayError('OVER_RATE_LIMIT', Math.max(1, Math.ceil(waitMs / 1000)));
  }

  /** The password was right: the failures from this place are forgotten, and strangers as a whole get back the one that this was taken for. */
  async forgive(tx: Transaction, email: string, { name, isStrange }: Place): Promise<void> {
    await tx.query('DELETE FROM sign_in_attempt WHERE account_hash = $1 AND network = $2', [accountHash(email), name]);
    if (!isStrange) return;
    await tx.query(GIVE_BACK, [accountHash(email)]);
  }

  /**
   * The owner was mailed to, and has another password: what was guessed before is worth nothing, and former devices may be another person's.
   * Returns what the owner's device is known by.
   */
  async startAnew(tx: Transaction, { userId, email }: { readonly userId: number; readonly email: string }): Promise<string> {
    await tx.query('DELETE FROM sign_in_attempt WHERE account_hash = $1', [accountHash(email)]);
    await forgetDevicesOf(tx, userId);
    return this.devices.add(tx, userId);
  }
}

/** A device, or where it has none, the caller's network. */
export function placeOf(address: string | null, deviceId: number | null): Place {
  return deviceId === null ? { name: networkOf(address), isStrange: true } : { name: `device ${deviceId}`, isStrange: false };
}

/** The place of a caller with a session, or with a link that was mailed to the owner. */
export function provenPlaceOf(address: string | null): Place {
  return { name: `proven ${networkOf(address)}`, isStrange: false };
}

function accountHash(email: string): Buffer {
  return digestOf(foldEmail(email));
}
