import { Injectable } from '@nestjs/common';
import { toLocalDateTime } from '../../../common/athens.js';
import { foldName } from '../../../common/fold-name.js';
import { containing } from '../../../common/like-pattern.js';
import { Store } from '../../../store/store.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { notFound } from '../../common/errors.js';
import { findPage, mapPage } from '../../common/page.js';
import type { StaffPartyResponse, StaffPartyListResponse, StaffPartyQueryDto, StaffPartyRecordResponse } from './staff-party.dto.js';

const PARTIES = `
  SELECT p.id, p.afm, p.person_type AS "personType", p.last_name AS "lastName", p.first_name AS "firstName", p.fathers_name AS "fathersName",
    p.birthdate, p.gender_code AS "genderCode", p.occupation_code AS "occupationCode", p.decided_at IS NOT NULL AS "isDecided", p.version, p.created_at AS "createdAt", p.updated_at AS "updatedAt"
  FROM party p`;

const RECORDS = `
  SELECT r.afm, r.agent_code AS "agentCode", r.id AS "partyId", r.person_type AS "personType", r.last_name AS "lastName",
    r.first_name AS "firstName", r.fathers_name AS "fathersName", r.birthdate, r.gender_code AS "genderCode",
    r.occupation_code AS "occupationCode", r.created_at AS "createdAt", r.updated_at AS "updatedAt",
    coalesce((SELECT jsonb_agg(jsonb_build_object('id', a.id, 'type', a.address_type, 'line1', a.line_1, 'city', a.city, 'postCode', a.post_code,
      'inUse', a.in_use) ORDER BY a.serial) FROM party_address a WHERE a.party_id = r.id AND a.agent_code = r.agent_code), '[]') AS addresses,
    coalesce((SELECT jsonb_agg(jsonb_build_object('id', c.id, 'type', c.contact_type, 'contact', c.contact, 'inUse', c.in_use,
      'preferred', c.preferred) ORDER BY c.serial) FROM party_contact c WHERE c.party_id = r.id AND c.agent_code = r.agent_code), '[]') AS contacts
  FROM party_record r WHERE r.afm = ANY ($1) ORDER BY r.agent_code`;

type Instants = { readonly createdAt: Date; readonly updatedAt: Date };
type RecordRow = Omit<StaffPartyRecordResponse, 'createdAt' | 'updatedAt'> & Instants & { readonly afm: string };
type Row = Omit<StaffPartyResponse, 'records' | 'createdAt' | 'updatedAt'> & Instants;

/** Reads the whole register of persons and companies: it is not scoped to agents. */
@Injectable()
export class StaffPartyService {
  constructor(private readonly store: Store) {}

  async find(staff: StaffCaller, query: StaffPartyQueryDto): Promise<StaffPartyListResponse> {
    const { condition, values } = conditionOf(query);
    const select = { select: `${PARTIES} WHERE ${condition}`, order: 'id DESC', values };
    const page = await findPage<Row>(this.store, staff.environment, select, query);
    const records = await this.recordsOf(staff, page.items);
    return mapPage(page, (row) => toDto(row, records.get(row.afm) ?? []));
  }

  /** @throws DomainError CHILD_NOT_FOUND */
  async get(staff: StaffCaller, id: number): Promise<StaffPartyResponse> {
    const [row] = await this.store.query<Row>(staff, `${PARTIES} WHERE p.id = $1`, [id]);
    if (row === undefined) throw notFound();
    return toDto(row, (await this.recordsOf(staff, [row])).get(row.afm) ?? []);
  }

  /** @throws DomainError CHILD_NOT_FOUND */
  async getAfm(staff: StaffCaller, id: number): Promise<string> {
    const [party] = await this.store.query<{ afm: string }>(staff, 'SELECT afm FROM party WHERE id = $1', [id]);
    if (party === undefined) throw notFound();
    return party.afm;
  }

  private async recordsOf(staff: StaffCaller, parties: readonly Row[]): Promise<Map<string, RecordRow[]>> {
    const recordsOf = new Map<string, RecordRow[]>(parties.map(({ afm }) => [afm, []]));
    const records = await this.store.query<RecordRow>(staff, RECORDS, [[...recordsOf.keys()]]);
    for (const record of records) recordsOf.get(record.afm)?.push(record);
    return recordsOf;
  }
}

/** One text for each combination of filters, so that each finds its index. */
function conditionOf({ afm, name }: StaffPartyQueryDto): { condition: string; values: unknown[] } {
  const values: unknown[] = [];
  const conditions = ['true'];
  if (afm !== undefined) conditions.push(`p.afm = $${values.push(afm.trim())}`);
  if (name !== undefined) conditions.push(`p.name_search LIKE $${values.push(containing(foldName(name)))}`);
  return { condition: conditions.join(' AND '), values };
}

function toDto(row: Row, records: readonly RecordRow[]): StaffPartyResponse {
  return { ...toLocalTimes(row), records: records.map(({ afm: _, ...record }) => toLocalTimes(record)) };
}

function toLocalTimes<T extends Instants>(row: T) {
  return { ...row, createdAt: toLocalDateTime(row.createdAt), updatedAt: toLocalDateTime(row.updatedAt) };
}
