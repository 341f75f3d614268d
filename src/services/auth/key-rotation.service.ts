import { Injectable } from '@nestjs/common';
import type { UserCaller } from '../../common/caller.js';
import { Clock } from '../../common/clock.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { insertAuditEntry } from '../../identity/audit-entry.js';
import { ApiKeyRegistry } from '../../identity/api-key-registry.js';
import { ApiKeyEntity } from '../../store/entities/program.entity.js';
import { AppUserEntity } from '../../store/entities/app-user.entity.js';
import { Store, toGatewayWriter } from '../../store/store.js';

export interface RotatedKey {
  readonly key: ApiKeyEntity;
  readonly previousExpiresAt: Date;
  readonly apiKey: string;
}

@Injectable()
export class KeyRotationService {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly registry: ApiKeyRegistry,
  ) {}

  rotate(caller: UserCaller, address: string | null, overlapHours: number): Promise<RotatedKey> {
    const { programId, keyPrefix: prefix, requestId, user } = caller;
    return this.store.transaction(toGatewayWriter(caller), async (tx) => {
      const { id } = await tx.manager.findOneByOrFail(ApiKeyEntity, { programId, prefix });
      const next = await this.registry.rotateKey(tx, id, overlapHours);
      if (next === undefined) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS);
      const previous = await tx.manager.findOneByOrFail(ApiKeyEntity, { id });
      const { email, role } = await tx.manager.findOneByOrFail(AppUserEntity, { id: user.id });
      const actor = { userId: user.id, name: email, role, address, requestId };
      const details = { newKeyId: next.id, overlapHours, programId, byProgram: true };
      await insertAuditEntry(tx, this.clock.now(), actor, { action: 'rotate', subject: 'api_key', id, details });
      const key = await tx.manager.findOneByOrFail(ApiKeyEntity, { id: next.id });
      return { key, previousExpiresAt: previous.expiresAt!, apiKey: next.apiKey };
    });
  }
}
