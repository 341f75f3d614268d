import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { ApiKeyRegistry } from '../../identity/api-key-registry.js';
import { Store } from '../../store/store.js';
import type { StaffCaller } from '../access/staff-caller.js';
import { actorOf, AuditService } from '../audit/audit.service.js';
import { findPage, mapPage } from '../lists/page.js';
import { windowOf } from '../lists/page.dto.js';
import type { NewProgramRequest, ProgramResponse, ProgramListResponse, ProgramQueryDto } from './programs.dto.js';

interface ProgramRow {
  readonly id: number;
  readonly name: string;
  readonly owner: string;
  readonly created_at: Date;
}

/** Programs that an agent may let act in its name: those that can call at all. */
export const CAN_CALL = `EXISTS (
  SELECT FROM api_key k WHERE k.program_id = p.id AND k.status = 'active' AND (k.expires_at IS NULL OR k.expires_at > $1))`;

const FIND = `
  SELECT p.id, p.name, p.owner, p.created_at FROM program p
  WHERE ($2::text IS NULL OR position(fold_name($2) IN fold_name(p.name)) > 0) AND ($3::boolean OR ${CAN_CALL})`;

/** The programs behind the API keys. */
@Injectable()
export class ProgramService {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly registry: ApiKeyRegistry,
    private readonly audit: AuditService,
  ) {}

  /** Administrators see all of them, agents those they can make a user-key for, without the owner. */
  async find(caller: StaffCaller, query: ProgramQueryDto): Promise<ProgramListResponse> {
    const isAdmin = caller.role === 'admin';
    const values = [this.clock.now(), query.name, isAdmin];
    const page = await findPage<ProgramRow>(this.store, 'gateway', { select: FIND, order: 'name, id', values }, windowOf(query));
    return mapPage(page, (row) => toDto(row, isAdmin));
  }

  async create(caller: StaffCaller, { name, owner }: NewProgramRequest): Promise<ProgramResponse> {
    const createdAt = this.clock.now();
    const id = await this.store.transaction('gateway', async (tx) => {
      const programId = await this.registry.createProgram(tx, { name, owner });
      await this.audit.record(tx, actorOf(caller), { action: 'create', subject: 'program', id: programId, details: { name, owner } });
      return programId;
    });
    return toDto({ id, name, owner, created_at: createdAt }, true);
  }
}

function toDto({ id, name, owner, created_at }: ProgramRow, showsOwner: boolean): ProgramResponse {
  return { id, name, ...(showsOwner ? { owner } : {}), createdAt: created_at.toISOString() };
}
