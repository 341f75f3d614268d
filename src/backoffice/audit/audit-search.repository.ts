import { Injectable } from '@nestjs/common';
import { parseInstant } from '../../common/athens.js';
import { Store } from '../../store/store.js';
import { findPage, mapPage } from '../lists/page.js';
import { windowOf } from '../lists/page.dto.js';
import type { AuditEntryResponse, AuditListResponse, AuditQueryDto } from './audit.dto.js';

interface AuditRow {
  readonly id: number;
  readonly at: Date;
  readonly actor_id: number | null;
  readonly actor: string;
  readonly action: string;
  readonly subject_type: string;
  readonly subject_id: string;
  readonly environment: string | null;
  readonly address: string | null;
  readonly request_id: string | null;
  readonly details: Record<string, unknown>;
}

const FIND = `
  SELECT id, at, actor_id, actor, action, subject_type, subject_id, environment, address, request_id, details FROM audit_entry
  WHERE ($1::text IS NULL OR actor = $1) AND ($2::text IS NULL OR action = $2)
    AND ($3::text IS NULL OR subject_type = $3) AND ($4::text IS NULL OR subject_id = $4)
    AND ($5::timestamptz IS NULL OR at >= $5) AND ($6::timestamptz IS NULL OR at < $6)`;

/** Looks into the record of who did what. */
@Injectable()
export class AuditSearchRepository {
  constructor(private readonly store: Store) {}

  async find(query: AuditQueryDto): Promise<AuditListResponse> {
    const { actor, action, subjectType, subjectId } = query;
    const values = [actor?.trim().toLowerCase(), action, subjectType, subjectId, instantOf(query.from), instantOf(query.to)];
    const page = await findPage<AuditRow>(this.store, 'gateway', { select: FIND, order: 'id DESC', values }, windowOf(query));
    return mapPage(page, toDto);
  }
}

function instantOf(text: string | undefined): Date | null {
  return text === undefined ? null : parseInstant(text);
}

function toDto(row: AuditRow): AuditEntryResponse {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actorId: row.actor_id,
    actor: row.actor,
    action: row.action,
    subjectType: row.subject_type,
    subjectId: row.subject_id,
    environment: row.environment,
    address: row.address,
    requestId: row.request_id,
    details: row.details,
  };
}
