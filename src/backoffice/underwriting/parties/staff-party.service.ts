import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { parseLocalDate, toLocalDate, toLocalDateTime } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { foldName } from '../../../common/fold-name.js';
import { buildPartPattern } from '../../../common/like-pattern.js';
import { isIndividualType, type PersonFields } from '../../../record/core/parties/person.js';
import { ReferenceLists } from '../../../record/reference/lists/reference-lists.js';
import { MessageKind, StaffMessageEntity } from '../../../store/entities/staff-message.entity.js';
import { Store, type Transaction } from '../../../store/store.js';
import { toAuditActor, AuditService } from '../../access/audit/audit.service.js';
import { buildInvalidField, buildNotFound } from '../../common/errors.js';
import { assertVersion } from '../../common/expected-state.js';
import { findPage, mapPage } from '../../common/page.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import type {
  StaffPartyDecisionRequest,
  StaffPartyListResponse,
  StaffPartyQueryDto,
  StaffPartyRecordResponse,
  StaffPartyResponse,
} from './staff-party.dto.js';

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

const LOCK = `
  SELECT id, version, person_type AS "personType", last_name AS "lastName", first_name AS "firstName", fathers_name AS "fathersName", birthdate,
    gender_code AS "genderCode", occupation_code AS "occupationCode"
  FROM party WHERE id = $1 FOR NO KEY UPDATE`;

const DECIDE = `
  UPDATE party SET person_type = $2, last_name = $3, first_name = $4, fathers_name = $5, birthdate = $6, gender_code = $7, occupation_code = $8,
    updated_by = $9, updated_at = greatest($10, updated_at), decided_at = $10, version = version + 1
  WHERE id = $1`;

type Instants = { readonly createdAt: Date; readonly updatedAt: Date };
type RecordRow = Omit<StaffPartyRecordResponse, 'createdAt' | 'updatedAt'> & Instants & { readonly afm: string };
type Row = Omit<StaffPartyResponse, 'records' | 'createdAt' | 'updatedAt'> & Instants;

type Decision = Omit<PersonFields, 'afm'>;
type LockedParty = Decision & { readonly id: number; readonly version: number };

const CHANGED = {
  el: 'Τα στοιχεία του προσώπου άλλαξαν στο μεταξύ. Φορτώστε τα ξανά.',
  en: 'The person has changed in the meantime. Retrieve it again.',
};
const IN_THE_FUTURE = { el: 'Η ημερομηνία είναι μεταγενέστερη της σημερινής.', en: 'The date is in the future.' };

/** After a decision of staff, agents' records no longer change a party. */
@Injectable()
export class StaffPartyService {
  constructor(
    private readonly store: Store,
    private readonly audit: AuditService,
    private readonly lists: ReferenceLists,
  ) {}

  async find(staff: StaffCaller, query: StaffPartyQueryDto): Promise<StaffPartyListResponse> {
    const { condition, values } = buildCondition(query);
    const select = { select: `${PARTIES} WHERE ${condition}`, order: 'id DESC', values };
    const page = await findPage<Row>(this.store, staff.environment, select, query);
    const records = await this.listRecords(staff, page.items);
    return mapPage(page, (row) => toDto(row, records.get(row.afm) ?? []));
  }

  async get(staff: StaffCaller, id: number): Promise<StaffPartyResponse> {
    const [row] = await this.store.query<Row>(staff, `${PARTIES} WHERE p.id = $1`, [id]);
    if (row === undefined) throw buildNotFound();
    return toDto(row, (await this.listRecords(staff, [row])).get(row.afm) ?? []);
  }

  async getAfm(staff: StaffCaller, id: number): Promise<string> {
    const [party] = await this.store.query<{ afm: string }>(staff, 'SELECT afm FROM party WHERE id = $1', [id]);
    if (party === undefined) throw buildNotFound();
    return party.afm;
  }

  /** @throws DomainError CHILD_NOT_FOUND; CHANGED_MEANWHILE; BAD_DATE for a birth date in the future */
  async decide(staff: StaffCaller, id: number, { version, ...given }: StaffPartyDecisionRequest): Promise<StaffPartyResponse> {
    if (given.birthdate != null && given.birthdate > toLocalDate(staff.at))
      throw buildInvalidField('birthdate', IN_THE_FUTURE, ErrorCode.BAD_DATE);
    await this.store.transaction(staff, async (tx) => {
      const [found] = await tx.query<LockedParty>(LOCK, [id]);
      if (found === undefined) throw buildNotFound();
      if (version != null && version !== found.version) throw new DomainError(ErrorCode.CHANGED_MEANWHILE, { text: CHANGED });
      assertVersion(staff, found.version);
      await this.save(tx, staff, found, applyDecision(found, given, this.lists));
    });
    return this.get(staff, id);
  }

  private async save(tx: Transaction, staff: StaffCaller, found: LockedParty, decision: Decision): Promise<void> {
    const { at, userId, environment } = staff;
    const { id } = found;
    const { personType, lastName, firstName, fathersName, birthdate, genderCode, occupationCode } = decision;
    const values = [personType, lastName, firstName, fathersName, birthdate, genderCode, occupationCode];
    await tx.query(DECIDE, [id, ...values, `staff:${userId}`, at]);
    const open = { partyId: id, kind: MessageKind.PARTY_MISMATCH, resolvedAt: IsNull() };
    await tx.manager.update(StaffMessageEntity, open, { resolvedAt: at });
    // Records names of fields without values, which are personal data.
    const fields = (Object.keys(decision) as (keyof Decision)[]).filter((field) => decision[field] !== found[field]);
    await this.audit.record(tx, toAuditActor(staff), { action: 'decide', subject: 'party', id, environment, details: { fields } });
  }

  private async listRecords(staff: StaffCaller, parties: readonly Row[]): Promise<Map<string, RecordRow[]>> {
    const recordsOf = new Map<string, RecordRow[]>(parties.map(({ afm }) => [afm, []]));
    const records = await this.store.query<RecordRow>(staff, RECORDS, [[...recordsOf.keys()]]);
    for (const record of records) recordsOf.get(record.afm)?.push(record);
    return recordsOf;
  }
}

/** Creates one text for each combination of filters, so that each uses its index. */
function buildCondition({ afm, name }: StaffPartyQueryDto): { condition: string; values: unknown[] } {
  const values: unknown[] = [];
  const conditions = ['true'];
  if (afm !== undefined) conditions.push(`p.afm = $${values.push(afm.trim())}`);
  if (name !== undefined) conditions.push(`p.name_search LIKE $${values.push(buildPartPattern(foldName(name)))}`);
  return { condition: conditions.join(' AND '), values };
}

function toDto(row: Row, records: readonly RecordRow[]): StaffPartyResponse {
  return { ...toLocalTimes(row), records: records.map(({ afm: _, ...record }) => toLocalTimes(record)) };
}

function toLocalTimes<T extends Instants>(row: T) {
  return { ...row, createdAt: toLocalDateTime(row.createdAt), updatedAt: toLocalDateTime(row.updatedAt) };
}

/** Absent fields stay, null clears; companies have no fields of individuals. */
function applyDecision(found: Decision, given: Omit<StaffPartyDecisionRequest, 'version'>, lists: ReferenceLists): Decision {
  const { personType, lastName } = given;
  const isIndividual = isIndividualType(personType, lists);
  const own = (field: keyof Decision): string | null => {
    const value = given[field];
    return value === undefined ? found[field] : (value?.trim() ?? null);
  };
  const birthdate = given.birthdate == null ? null : parseLocalDate(given.birthdate);
  return {
    personType,
    lastName: lastName.trim(),
    firstName: isIndividual ? own('firstName') : null,
    fathersName: isIndividual ? own('fathersName') : null,
    birthdate: isIndividual ? birthdate : null,
    genderCode: isIndividual ? own('genderCode') : null,
    occupationCode: own('occupationCode'),
  };
}
