import { Injectable } from '@nestjs/common';
import { IsNull, type FindOperator } from 'typeorm';
import { Clock } from '../../../common/clock.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { UserKeyService } from '../../../identity/user-key.service.js';
import { lockUser } from '../../../identity/user.service.js';
import { ProgramEntity, UserKeyEntity } from '../../../store/entities/program.entity.js';
import { toGatewayWriter, Store, type Transaction } from '../../../store/store.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { toAuditActor, AuditService } from '../audit/audit.service.js';
import { buildProgramCondition } from '../keys/program.service.js';
import { buildInvalidField, buildNotFound } from '../../common/errors.js';
import { findEntities, mapPage } from '../../common/page.js';
import type { PageQueryDto } from '../../common/page.dto.js';
import type { IssuedUserKeyResponse, UserKeyResponse, UserKeyListResponse } from './user-keys.dto.js';

const MAX_KEYS = 100;
const NO_PROGRAM = { el: 'Άγνωστο πρόγραμμα.', en: 'Unknown program.' };
const TOO_MANY = { el: `Έως ${MAX_KEYS} κλειδιά ανά χρήστη.`, en: `At most ${MAX_KEYS} keys per user.` };

@Injectable()
export class OwnUserKeyService {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly userKeys: UserKeyService,
    private readonly audit: AuditService,
  ) {}

  async find(caller: StaffCaller, query: PageQueryDto): Promise<UserKeyListResponse> {
    const options = { where: buildHolderCondition(caller), order: { id: 'DESC' }, relations: { program: true } } as const;
    return mapPage(await findEntities(this.store, 'gateway', UserKeyEntity, options, query), toDto);
  }

  async create(caller: StaffCaller, programId: number): Promise<IssuedUserKeyResponse> {
    return this.store.transaction(toGatewayWriter(caller), async (tx) => {
      await lockUser(tx, { id: caller.userId });
      if (!(await tx.manager.existsBy(ProgramEntity, buildProgramCondition(caller, this.clock.now(), programId))))
        throw buildInvalidField('programId', NO_PROGRAM, ErrorCode.UNKNOWN_CODE);
      const held = await tx.manager.countBy(UserKeyEntity, buildHolderCondition(caller));
      if (held >= MAX_KEYS) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: TOO_MANY });
      const issued = await this.issue(tx, caller, programId);
      await this.record(tx, caller, 'create', issued.id, { programId });
      return issued;
    });
  }

  async setEnabled(caller: StaffCaller, id: number, enabled: boolean): Promise<UserKeyResponse> {
    return this.store.transaction(toGatewayWriter(caller), async (tx) => {
      const key = await this.get(tx, caller, id);
      if (key.enabled === enabled) return toDto(key);
      await this.userKeys.setEnabled(tx, caller.userId, id, enabled);
      await this.record(tx, caller, enabled ? 'enable' : 'disable', id);
      return toDto({ ...key, enabled });
    });
  }

  async delete(caller: StaffCaller, id: number): Promise<void> {
    await this.store.transaction(toGatewayWriter(caller), async (tx) => {
      await this.get(tx, caller, id);
      await this.userKeys.delete(tx, caller.userId, id);
      await this.record(tx, caller, 'delete', id);
    });
  }

  async recreate(caller: StaffCaller, id: number): Promise<IssuedUserKeyResponse> {
    return this.store.transaction(toGatewayWriter(caller), async (tx) => {
      const { programId } = await this.get(tx, caller, id);
      await this.userKeys.delete(tx, caller.userId, id);
      const issued = await this.issue(tx, caller, programId);
      await this.record(tx, caller, 'recreate', id, { newUserKeyId: issued.id, programId });
      return issued;
    });
  }

  private async issue(tx: Transaction, caller: StaffCaller, programId: number): Promise<IssuedUserKeyResponse> {
    const { id, userKey } = await this.userKeys.create(tx, caller.userId, programId);
    return { ...toDto(await this.get(tx, caller, id)), userKey };
  }

  private async get(tx: Transaction, caller: StaffCaller, id: number): Promise<UserKeyEntity> {
    const lock = { mode: 'pessimistic_write' as const, tables: ['user_key'] };
    const [key] = await tx.manager.find(UserKeyEntity, {
      where: { ...buildHolderCondition(caller), id },
      relations: { program: true },
      lock,
    });
    if (key === undefined) throw buildNotFound();
    return key;
  }

  private record(
    tx: Transaction,
    caller: StaffCaller,
    action: 'create' | 'enable' | 'disable' | 'delete' | 'recreate',
    id: number,
    details: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    return this.audit.record(tx, toAuditActor(caller), { action, subject: 'user_key', id, details });
  }
}

function buildHolderCondition({ userId }: StaffCaller): { userId: number; deletedAt: FindOperator<Date> } {
  return { userId, deletedAt: IsNull() as FindOperator<Date> };
}

function toDto({ id, programId, program, prefix, enabled, createdAt }: UserKeyEntity): UserKeyResponse {
  return { id, programId, programName: program.name, prefix, enabled, createdAt: createdAt.toISOString() };
}
