import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { toLocalDate } from '../common/athens.js';
import { Clock } from '../common/clock.js';
import { DomainError } from '../common/domain-error.js';
import { ErrorCode } from '../common/error-codes.js';
import { Config } from '../config/config.js';
import { ClosedAgents } from '../store/closed-agents.js';
import { Store, type Transaction } from '../store/store.js';
import { hashSecret, isSecret, createKeySecret, isSameDigest } from './secret.js';
import { canActFor, OWNER_COLUMNS, buildOwnerCondition, type OwnerRow } from './token-user.js';

export interface TokenRequest {
  readonly userKey: string;
  readonly agentCode: string | null;
}

export interface IssuedToken {
  readonly token: string;
  readonly agentCode: string;
  readonly lifeSeconds: number;
  readonly expiresAt: Date;
}

interface UserKeyRow extends OwnerRow {
  readonly user_key_id: number;
  readonly key_hash: Buffer;
  readonly api_key_id: number;
}

// Locked, so a later change finds the token and revokes it.
const FIND_USER_KEY = `
  SELECT uk.id AS user_key_id, uk.key_hash, k.id AS api_key_id, ${OWNER_COLUMNS}
  FROM user_key uk
  JOIN app_user u ON u.id = uk.user_id
  JOIN api_key k ON k.program_id = uk.program_id AND k.prefix = $3 AND k.status = 'active'
  WHERE uk.key_hash = $1 AND uk.program_id = $2 AND ${buildOwnerCondition('$4::text')}
  FOR SHARE OF uk, u, k`;

const INSERT_TOKEN = `
  INSERT INTO token (token_hash, program_id, api_key_id, user_key_id, environment, agent_code, single_agent, issued_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

@Injectable()
export class TokenIssuer {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly closedAgents: ClosedAgents,
  ) {}

  async issue(caller: Caller, request: TokenRequest): Promise<IssuedToken> {
    if (!isSecret(request.userKey)) throw new DomainError(ErrorCode.TOKEN_REFUSED);
    return this.store.transaction('gateway', (tx) => this.issueIn(tx, caller, request));
  }

  private async issueIn(tx: Transaction, caller: Caller, { userKey, agentCode }: TokenRequest): Promise<IssuedToken> {
    const digest = hashSecret(userKey);
    const [owner] = await tx.query<UserKeyRow>(FIND_USER_KEY, [digest, caller.programId, caller.keyPrefix, caller.environment]);
    if (owner === undefined || !isSameDigest(owner.key_hash, digest)) throw new DomainError(ErrorCode.TOKEN_REFUSED);
    if (this.closedAgents.hasNoAccess(caller.environment, owner.own_agent, toLocalDate(this.clock.now())))
      throw new DomainError(ErrorCode.TOKEN_REFUSED, { text: CLOSED });
    const actsFor = agentCode ?? owner.own_agent;
    if (!canActFor(owner, actsFor)) throw new DomainError(ErrorCode.AGENT_CODE_REFUSED);
    const lifeSeconds = this.config.tokenTtlSeconds;
    const issuedAt = this.clock.now();
    const expiresAt = new Date(issuedAt.getTime() + lifeSeconds * 1000);
    const token = createKeySecret();
    const binding = [caller.programId, owner.api_key_id, owner.user_key_id, caller.environment, actsFor, agentCode !== null];
    await tx.query(INSERT_TOKEN, [hashSecret(token), ...binding, issuedAt, expiresAt]);
    return { token, agentCode: actsFor, lifeSeconds, expiresAt };
  }
}

const CLOSED = {
  el: 'Η συνεργασία έχει διακοπεί: τα κλειδιά του συνεργάτη δεν ισχύουν πλέον.',
  en: "The agent is closed: its users' keys are no longer accepted.",
};
