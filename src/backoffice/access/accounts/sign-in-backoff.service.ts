import { Injectable } from '@nestjs/common';
import type { Holder } from '../../../common/bulkhead.js';
import { Clock } from '../../../common/clock.js';
import { toNetwork } from '../../../gateway/access/address-limiter.js';
import { GatewayError } from '../../../gateway/call/gateway-error.js';
import { RefusalRecorder } from '../../../identity/refusal-recorder.js';
import { hashSecret } from '../../../identity/secret.js';
import { Store, type Transaction } from '../../../store/store.js';
import { normalizeEmail } from '../../../identity/user.service.js';
import { DeviceService, deleteDevicesOf } from './device.service.js';

/** The first failures are free; each further one doubles the wait, from one second up to the maximum. */
const OF_PLACE = { freeFailures: 4, maxWaitSeconds: 900 };
/** Limit for all strangers together. Its maximum is short, so that a user with a new device can still sign in. */
const ALL_STRANGERS_LIMIT = { freeFailures: 50, maxWaitSeconds: 60 };
export const FAILURES_REMEMBERED_MS = 24 * 3_600_000;
const STRANGERS = '*';
const OF_FACTOR = 'factor ';

export interface Place {
  readonly name: string;
  readonly isStrange: boolean;
}

export function toPasswordHolder({ name, isStrange }: Place): Holder<'strange' | 'known'> {
  return { lane: isStrange ? 'strange' : 'known', owner: name };
}

function buildCountStatement({ freeFailures, maxWaitSeconds }: typeof OF_PLACE): string {
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

// Counts before the password is checked, in one statement, so that parallel guesses count; a right one subtracts.
const BEGIN_KNOWN = `
  INSERT INTO sign_in_attempt AS a (account_hash, network, failures, last_at, next_at) VALUES ($1, $2, 1, $3, $3)${buildCountStatement(OF_PLACE)}`;
const BEGIN_STRANGE = `
  WITH place AS (
    INSERT INTO sign_in_attempt AS a (account_hash, network, failures, last_at, next_at)
    SELECT $1::bytea, $2::text, 1, $3::timestamptz, $3::timestamptz
    WHERE NOT EXISTS (SELECT FROM sign_in_attempt s WHERE s.account_hash = $1 AND s.network = '${STRANGERS}' AND s.next_at > $3)
    ${buildCountStatement(OF_PLACE)})
  INSERT INTO sign_in_attempt AS a (account_hash, network, failures, last_at, next_at)
  SELECT $1::bytea, '${STRANGERS}', 1, $3::timestamptz, $3::timestamptz FROM place
  ${buildCountStatement(ALL_STRANGERS_LIMIT)}`;

const SUBTRACT_STRANGE = `
  WITH gone AS (DELETE FROM sign_in_attempt WHERE account_hash = $1 AND network = '${STRANGERS}' AND failures = 1)
  UPDATE sign_in_attempt SET failures = failures - 1, next_at = last_at
  WHERE account_hash = $1 AND network = '${STRANGERS}' AND failures > 1`;

/** A known device is its own place, so owners cannot be locked out. Unknown accounts are delayed equally. */
@Injectable()
export class SignInBackoffService {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly devices: DeviceService,
    private readonly refusals: RefusalRecorder,
  ) {}

  reportFailure(userId: number | null, address: string | null): void {
    this.refusals.record({ subject: 'session', id: userId, address });
  }

  async countAttempt(email: string, { name, isStrange }: Place): Promise<void> {
    const now = this.clock.now();
    const account = hashAccount(email);
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

  async deleteFailures(tx: Transaction, email: string, { name, isStrange }: Place): Promise<void> {
    await tx.query('DELETE FROM sign_in_attempt WHERE account_hash = $1 AND network = $2', [hashAccount(email), name]);
    if (isStrange) await tx.query(SUBTRACT_STRANGE, [hashAccount(email)]);
  }

  /** Deletes failures of passwords, and devices, after a mailed link set a password. Returns a new device's secret. */
  async reset(tx: Transaction, { userId, email }: { readonly userId: number; readonly email: string }): Promise<string> {
    await tx.query(`DELETE FROM sign_in_attempt WHERE account_hash = $1 AND network NOT LIKE '${OF_FACTOR}%'`, [hashAccount(email)]);
    await deleteDevicesOf(tx, userId);
    return this.devices.add(tx, userId);
  }
}

export function toPlace(address: string | null, deviceId: number | null): Place {
  return deviceId === null ? { name: toNetwork(address), isStrange: true } : { name: `device ${deviceId}`, isStrange: false };
}

export function toProvenPlace(address: string | null): Place {
  return { name: `proven ${toNetwork(address)}`, isStrange: false };
}

/** Counts codes of the second factor apart from passwords, so that a right password does not forget them. */
export function toFactorPlace({ name, isStrange }: Place): Place {
  return { name: `${OF_FACTOR}${name}`, isStrange };
}

function hashAccount(email: string): Buffer {
  return hashSecret(normalizeEmail(email));
}
