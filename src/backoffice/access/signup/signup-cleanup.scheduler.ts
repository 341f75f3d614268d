import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock.js';
import { Scheduler } from '../../../jobs/scheduler.js';
import { AgentClocks } from '../../../store/agent-clocks.js';
import { Store, type Transaction } from '../../../store/store.js';
import { type AuditActor, AuditService } from '../audit/audit.service.js';
import { deleteFactorsOf } from '../factors/factor.repository.js';
import { buildAgentCode } from './signup-confirmation.service.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Time without a call after which a sign-up is deleted with its data (sandbox.33). */
const UNUSED_MS = 90 * DAY_MS;
const BATCH = 500;
const CLOCK: AuditActor = { userId: null, name: 'clock', address: null, requestId: null };

// The request log covers a week, so a daily run misses no call. Calls of the user's console count too.
const UPDATE_LAST_CALLS = `
  UPDATE signup s SET last_call_at = c.at
  FROM api_key k JOIN program p ON p.id = k.program_id, LATERAL (
    SELECT max(at) AS at FROM call_log WHERE program_id = ANY (ARRAY(SELECT id FROM program WHERE id = p.id OR console_user_id = p.user_id))) c
  WHERE k.id = s.api_key_id AND s.last_call_at <= $1 AND c.at > s.last_call_at`;
// Sign-ups with production, or with user-keys of other users, stay.
const UNUSED = `
  SELECT s.id, p.id AS "programId", p.user_id AS "userId"
  FROM signup s JOIN api_key k ON k.id = s.api_key_id JOIN program p ON p.id = k.program_id
  WHERE s.last_call_at <= $1 AND p.user_id IS NOT NULL
    AND NOT EXISTS (SELECT FROM api_key o WHERE o.program_id = p.id AND 'production' = ANY (o.environments))
    AND NOT EXISTS (SELECT FROM user_key uk WHERE uk.program_id = p.id AND uk.user_id <> p.user_id)
  ORDER BY s.id LIMIT 1 FOR UPDATE OF s SKIP LOCKED`;
// The row stays, because the audit record refers to the user.
const FORGET_USER = `
  UPDATE app_user SET email = 'removed-' || id || '@sandbox.invalid', name = '—', password_hash = NULL, status = 'disabled', updated_at = $2
  WHERE id = $1`;
// An hour after the expiry no call can still be confirming the sign-up.
const ENDED = `SELECT id FROM signup WHERE api_key_id IS NULL AND expires_at <= $1 ORDER BY id LIMIT ${BATCH}`;

@Injectable()
export class SignupCleanupScheduler {
  constructor(
    scheduler: Scheduler,
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly agentClocks: AgentClocks,
    private readonly audit: AuditService,
  ) {
    scheduler.add({ name: 'delete old signups', everyMs: HOUR_MS, places: ['gateway'], pass: (_, { signal }) => this.clean(signal) });
  }

  async clean(signal?: AbortSignal): Promise<void> {
    await this.store.query('gateway', UPDATE_LAST_CALLS, [this.ago(DAY_MS)]);
    // Sign-ups that are ended below wait for the next run, when no node has their tokens in its cache.
    await this.deleteEnded();
    while (signal?.aborted !== true && (await this.store.transaction('gateway', (tx) => this.endOneUnused(tx))));
  }

  private async endOneUnused(tx: Transaction): Promise<boolean> {
    const [signup] = await tx.query<{ id: number; programId: number; userId: number }>(UNUSED, [this.ago(UNUSED_MS)]);
    if (signup === undefined) return false;
    const { id, programId, userId } = signup;
    await tx.query('DELETE FROM user_key WHERE program_id = $1', [programId]);
    const programs = 'SELECT id FROM program WHERE id = $1 OR console_user_id = $2';
    await tx.query(`DELETE FROM api_key WHERE program_id IN (${programs})`, [programId, userId]);
    await tx.query(`DELETE FROM program WHERE id IN (${programs})`, [programId, userId]);
    await deleteFactorsOf(tx, userId);
    for (const table of ['staff_device', 'one_time_token', 'user_identity'])
      await tx.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId]);
    await tx.query(FORGET_USER, [userId, this.clock.now()]);
    await this.audit.record(tx, CLOCK, { action: 'delete', subject: 'signup', id, details: { programId, userId } });
    return true;
  }

  /** Deletes the data before the sign-up, so that the next run can repeat a failed one. */
  private async deleteEnded(): Promise<void> {
    const ended = await this.store.query<{ id: number }>('gateway', ENDED, [this.ago(HOUR_MS)]);
    await this.store.transaction('sandbox', (tx) => this.agentClocks.beginReset(tx, ended.map(buildAgentCode)));
    await this.store.query('gateway', 'DELETE FROM signup WHERE id = ANY ($1::integer[])', [ended.map(({ id }) => id)]);
  }

  private ago(ms: number): Date {
    return new Date(this.clock.now().getTime() - ms);
  }
}
