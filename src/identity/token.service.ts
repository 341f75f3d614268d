import { Injectable } from '@nestjs/common';
import { toLocalDate } from '../common/athens.js';
import type { CallerUser } from '../common/caller.js';
import type { TokenReason } from '../common/domain-error.js';
import { Clock } from '../common/clock.js';
import type { Environment } from '../common/environment.js';
import { ClosedAgents } from '../store/closed-agents.js';
import { Store } from '../store/store.js';
import type { ApiKey } from './api-key.service.js';
import { FreshCache } from './fresh-cache.js';
import { hashSecret, isSecret, isSameDigest } from './secret.js';
import { canActFor, OWNER_COLUMNS, buildOwnerCondition, toTokenUser, type OwnerRow } from './token-user.js';

export type TokenState =
  | { readonly kind: 'live'; readonly user: CallerUser; readonly expiresAt: Date }
  | { readonly kind: 'expired' }
  | { readonly kind: 'unknown'; readonly reason?: TokenReason };

interface TokenRecord {
  readonly digest: Buffer;
  readonly programId: number;
  readonly environment: Environment;
  readonly ownAgent: string;
  readonly expiresAtMs: number;
  /** Null if key, user-key, user or delegation is not in force. */
  readonly live: TokenState | null;
}

interface TokenRow extends OwnerRow {
  readonly token_hash: Buffer;
  readonly program_id: number;
  readonly environment: Environment;
  readonly agent_code: string;
  readonly single_agent: boolean;
  readonly expires_at: Date;
  readonly in_force: boolean;
}

const CAPACITY = 20_000;
const EXPIRED: TokenState = { kind: 'expired' };
const UNKNOWN: TokenState = { kind: 'unknown' };
const refuse = (reason: TokenReason): TokenState => ({ kind: 'unknown', reason });

export const EXPIRED_REMEMBERED_MS = 24 * 3_600_000;

// A token stays valid after the rotation of its key.
const FIND_TOKEN = `
  SELECT t.token_hash, t.program_id, t.environment, t.agent_code, t.single_agent, t.expires_at,
         (k.status <> 'disabled' AND ${buildOwnerCondition('t.environment')}) AS in_force, ${OWNER_COLUMNS}
  FROM token t
  JOIN api_key k ON k.id = t.api_key_id
  JOIN user_key uk ON uk.id = t.user_key_id
  JOIN app_user u ON u.id = uk.user_id
  WHERE t.token_hash = $1`;

@Injectable()
export class TokenService {
  readonly cache: FreshCache<TokenRecord>;

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly closedAgents: ClosedAgents,
  ) {
    this.cache = new FreshCache(clock, CAPACITY, (digest) => this.lookUp(digest));
  }

  async resolve(token: string, key: ApiKey, environment: Environment): Promise<TokenState> {
    if (!isSecret(token)) return UNKNOWN;
    const digest = hashSecret(token);
    const record = await this.cache.get(digest.toString('base64'));
    if (record === undefined || !isSameDigest(record.digest, digest)) return UNKNOWN;
    if (record.programId !== key.programId) return refuse('OTHER_PROGRAM');
    if (record.environment !== environment) return refuse('OTHER_ENVIRONMENT');
    if (record.live === null) return refuse('DISABLED');
    const now = this.clock.now();
    if (this.closedAgents.hasNoAccess(environment, record.ownAgent, toLocalDate(now))) return refuse('DISABLED');
    const sinceExpiryMs = now.getTime() - record.expiresAtMs;
    if (sinceExpiryMs < 0) return record.live;
    return sinceExpiryMs < EXPIRED_REMEMBERED_MS ? EXPIRED : refuse('EXPIRED');
  }

  private async lookUp(digest: string): Promise<TokenRecord | undefined> {
    const [row] = await this.store.query<TokenRow>('gateway', FIND_TOKEN, [Buffer.from(digest, 'base64')]);
    if (row === undefined) return undefined;
    return {
      digest: row.token_hash,
      programId: row.program_id,
      environment: row.environment,
      ownAgent: row.own_agent,
      expiresAtMs: row.expires_at.getTime(),
      live: liveState(row),
    };
  }
}

function liveState(row: TokenRow): TokenState | null {
  // A token without an agent code does not follow its user to another agent.
  const mayAct = row.single_agent ? canActFor(row, row.agent_code) : row.agent_code === row.own_agent;
  if (!row.in_force || !mayAct) return null;
  return { kind: 'live', user: toTokenUser(row, row.agent_code, row.single_agent), expiresAt: row.expires_at };
}
