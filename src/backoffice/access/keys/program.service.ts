import { Injectable } from '@nestjs/common';
import { And, Equal, IsNull, Raw, type FindOperator, type FindOptionsWhere } from 'typeorm';
import { Clock } from '../../../common/clock.js';
import { ApiKeyRegistry } from '../../../identity/api-key-registry.js';
import { ProgramEntity } from '../../../store/entities/program.entity.js';
import { toGatewayWriter, Store } from '../../../store/store.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { toAuditActor, AuditService } from '../audit/audit.service.js';
import { buildContainsCondition, findEntities, omitUndefined, mapPage } from '../../common/page.js';
import type { NewProgramRequest, ProgramResponse, ProgramListResponse, ProgramQueryDto } from './programs.dto.js';

export function buildProgramCondition({ sandboxOnly, userId }: StaffCaller, now: Date, id?: number): FindOptionsWhere<ProgramEntity> {
  const own = sandboxOnly ? { userId } : {};
  return { id: id === undefined ? canCall(now) : And(Equal(id), canCall(now)), consoleUserId: IsNull(), ...own };
}

function canCall(now: Date): FindOperator<number> {
  const condition = (id: string): string => `EXISTS (
    SELECT FROM api_key k WHERE k.program_id = ${id} AND k.status = 'active' AND (k.expires_at IS NULL OR k.expires_at > :now))`;
  return Raw(condition, { now }) as FindOperator<number>;
}

@Injectable()
export class ProgramService {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly registry: ApiKeyRegistry,
    private readonly audit: AuditService,
  ) {}

  async find(caller: StaffCaller, query: ProgramQueryDto): Promise<ProgramListResponse> {
    const isStaff = caller.role !== 'agent';
    const name = query.name === undefined ? undefined : buildContainsCondition(query.name);
    const where = { ...(isStaff ? {} : buildProgramCondition(caller, this.clock.now())), ...omitUndefined({ name }) };
    const order = { name: 'ASC', id: 'ASC' } as const;
    const page = await findEntities(this.store, 'gateway', ProgramEntity, { where, order }, query);
    return mapPage(page, (row) => toDto(row, isStaff));
  }

  async create(caller: StaffCaller, { name, owner }: NewProgramRequest): Promise<ProgramResponse> {
    const createdAt = this.clock.now();
    const id = await this.store.transaction(toGatewayWriter(caller), async (tx) => {
      const programId = await this.registry.createProgram(tx, { name, owner });
      await this.audit.record(tx, toAuditActor(caller), { action: 'create', subject: 'program', id: programId, details: { name, owner } });
      return programId;
    });
    return toDto({ id, name, owner, createdAt }, true);
  }
}

function toDto(
  { id, name, owner, createdAt }: Pick<ProgramEntity, 'id' | 'name' | 'owner' | 'createdAt'>,
  showsOwner: boolean,
): ProgramResponse {
  return { id, name, ...(showsOwner ? { owner } : {}), createdAt: createdAt.toISOString() };
}
