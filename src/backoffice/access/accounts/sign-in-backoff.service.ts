import { Injectable } from '@nestjs/common';
import type { Holder } from '../../../common/bulkhead.js';
import { Clock } from '../../../common/clock.js';
import { networkOf } from '../../../gateway/access/address-limiter.js';
import { GatewayError } from '../../../gateway/call/gateway-error.js';
import { digestOf } from '../../../identity/secret.js';
import { Store, type Transaction } from '../../../store/store.js';
import { foldEmail } from '../../../identity/user.service.js';
import { DeviceService, deleteDevicesOf } from './device.service.js';

/** Wrong passwords without a wait, and the longest wait. Each further one doubles the wait, from one second on. */
const OF_PLACE = { freeFailures: 4, maxWaitSeconds: 900 };
/** For all strangers together. The longest wait is short, so that a user with a new device gets through. */
const OF_STRANGERS = { freeFailures: 50, maxWaitSeconds: 60 };
/** Time without a failure after which failures are forgotten. */
export const FAILURES_REMEMBERED_MS = 24 * 3_600_000;
/** Network that stands for all places that are not known devices. */
const STRANGERS = '*';

export interface Place {
  readonly name: string;
  /** Whether only its address is known; failures of all such places slow it down too. */
  readonly isStrange: boolean;
}

export function passwordHolder({ name, isStrange }: Place): Holder<'strange' | 'known'> {
  return { lane: isStrange ? 'strange' : 'known', owner: name };
}

/** Counts another failure of a row, once a try is allowed. $3: now; $4: since when failures are remembered. */
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

// SQL of our own: one statement checks and counts, so that no two tries pass at once. It counts before the password is
// checked, so that parallel guesses count too; a right password takes its count back.
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
 * Slows down wrong passwords by account and place, and those of all strangers at one account together. A known device
 * is a separate place, so no owner can be locked out. Unknown accounts are slowed down alike. Counts in the database,
 * for all nodes.
 */
@Injectable()
export class SignInBackoffService {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly devices: DeviceService,
  ) {}

  /** Counts an attempt. @throws GatewayError OVER_RATE_LIMIT with the seconds to wait */
  async countAttempt(email: string, { name, isStrange }: Place): Promise<void> {
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

  /** Forgets the failures of this place after a right password, and takes back the one counted for strangers. */
  async deleteFailures(tx: Transaction, email: string, { name, isStrange }: Place): Promise<void> {
    await tx.query('DELETE FROM sign_in_attempt WHERE account_hash = $1 AND network = $2', [accountHash(email), name]);
    if (!isStrange) return;
    await tx.query(GIVE_BACK, [accountHash(email)]);
  }

  /** Forgets all failures and devices of an owner who set a password by mail. Returns the secret of a new device. */
  async reset(tx: Transaction, { userId, email }: { readonly userId: number; readonly email: string }): Promise<string> {
    await tx.query('DELETE FROM sign_in_attempt WHERE account_hash = $1', [accountHash(email)]);
    await deleteDevicesOf(tx, userId);
    return this.devices.add(tx, userId);
  }
}

/** Returns the device as a place, or the network without one. */
export function placeOf(address: string | null, deviceId: number | null): Place {
  return deviceId === null ? { name: networkOf(address), isStrange: true } : { name: `device ${deviceId}`, isStrange: false };
}

/** Returns the place of a caller with a session or a mailed link. */
export function provenPlaceOf(address: string | null): Place {
  return { name: `proven ${networkOf(address)}`, isStrange: false };
}

function accountHash(email: string): Buffer {
  return digestOf(foldEmail(email));
}
