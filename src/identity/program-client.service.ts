import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import type { Environment } from '../common/environment.js';
import { Store } from '../store/store.js';
import { type ApiKey, KEY_COLUMNS, type KeyColumns, toApiKey } from './api-key.service.js';
import { hashSecret, isSecret } from './secret.js';
import { buildOwnerCondition } from './token-user.js';

export interface ProgramClient {
  readonly programId: number;
  readonly userKey: string;
  readonly environment: Environment;
  readonly sentKey: string | null;
}

const MAX_KEYS = 100;
const MAX_ID = 2 ** 31 - 1;

const FIND_KEYS = `
  SELECT ${KEY_COLUMNS} FROM api_key
  WHERE program_id = $1 AND status = 'active' AND (expires_at IS NULL OR expires_at > $5) AND ($4::bytea IS NULL OR key_hash = $4)
    AND EXISTS (
      SELECT FROM user_key uk JOIN app_user u ON u.id = uk.user_id
      WHERE uk.key_hash = $2 AND uk.program_id = $1 AND ${buildOwnerCondition('$3::text')})
  ORDER BY rotated_at NULLS FIRST, id DESC LIMIT ${MAX_KEYS}`;

@Injectable()
export class ProgramClientService {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
  ) {}

  /** Puts the current keys first. Returns none if the user-key is not one of the program. */
  async findKeys({ programId, userKey, environment, sentKey }: ProgramClient): Promise<ApiKey[]> {
    const isPossible = Number.isInteger(programId) && programId > 0 && programId <= MAX_ID && isSecret(userKey);
    if (!isPossible) return [];
    const digest = sentKey === null ? null : hashSecret(sentKey);
    const values = [programId, hashSecret(userKey), environment, digest, this.clock.now()];
    return (await this.store.query<KeyColumns>('gateway', FIND_KEYS, values)).map(toApiKey);
  }
}
