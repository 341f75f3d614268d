import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { parseLocalDate, toLocalDate } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { type PersonFields, isIndividualType } from '../../../record/core/parties/person.js';
import { StaffMessageEntity, MessageKind } from '../../../store/entities/staff-message.entity.js';
import { Store, type Transaction } from '../../../store/store.js';
import { assertVersion } from '../../common/expected-state.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { actorOf, AuditService } from '../../access/audit/audit.service.js';
import { notFound } from '../../common/errors.js';
import type { StaffPartyDecisionRequest, StaffPartyResponse } from './staff-party.dto.js';
import { StaffPartyService } from './staff-party.service.js';
import { ReferenceLists } from '../../../record/reference/lists/reference-lists.js';

type Decision = Omit<PersonFields, 'afm'>;
type LockedParty = Decision & { readonly id: number; readonly version: number };

const LOCK = `
  SELECT id, version, person_type AS "personType", last_name AS "lastName", first_name AS "firstName", fathers_name AS "fathersName", birthdate,
    gender_code AS "genderCode", occupation_code AS "occupationCode"
  FROM party WHERE id = $1 FOR NO KEY UPDATE`;

const DECIDE = `
  UPDATE party SET person_type = $2, last_name = $3, first_name = $4, fathers_name = $5, birthdate = $6, gender_code = $7, occupation_code = $8,
    updated_by = $9, updated_at = greatest($10, updated_at), decided_at = $10, version = version + 1
  WHERE id = $1`;

/** Saves what staff decides about a person of the register; agents' records no longer change it. */
@Injectable()
export class StaffPartyDecisionService {
  constructor(
    private readonly store: Store,
    private readonly audit: AuditService,
    private readonly parties: StaffPartyService,
    private readonly lists: ReferenceLists,
  ) {}

  /** @throws DomainError CHILD_NOT_FOUND, CHANGED_MEANWHILE when it is of another version than named, BAD_DATE for a birth in the future */
  async decide(staff: StaffCaller, id: number, { version, ...given }: StaffPartyDecisionRequest): Promise<StaffPartyResponse> {
    if (given.birthdate != null && given.birthdate > toLocalDate(staff.at))
      throw DomainError.ofFaults([{ path: 'birthdate', code: ErrorCode.BAD_DATE, text: IN_THE_FUTURE }]);
    await this.store.transaction(staff, async (tx) => {
      const [found] = await tx.query<LockedParty>(LOCK, [id]);
      if (found === undefined) throw notFound();
      if (version != null && version !== found.version) throw new DomainError(ErrorCode.CHANGED_MEANWHILE, { text: CHANGED });
      assertVersion(staff, found.version);
      await this.save(tx, staff, found, decided(found, given, this.lists));
    });
    return this.parties.get(staff, id);
  }

  private async save(tx: Transaction, staff: StaffCaller, found: LockedParty, decision: Decision): Promise<void> {
    const { at, userId, environment } = staff;
    const { id } = found;
    const { personType, lastName, firstName, fathersName, birthdate, genderCode, occupationCode } = decision;
    const values = [personType, lastName, firstName, fathersName, birthdate, genderCode, occupationCode];
    await tx.query(DECIDE, [id, ...values, `staff:${userId}`, at]);
    const open = { partyId: id, kind: MessageKind.PARTY_MISMATCH, resolvedAt: IsNull() };
    await tx.manager.update(StaffMessageEntity, open, { resolvedAt: at });
    // Only the names of the changed fields are recorded, no values.
    const fields = (Object.keys(decision) as (keyof Decision)[]).filter((field) => decision[field] !== found[field]);
    await this.audit.record(tx, actorOf(staff), { action: 'decide', subject: 'party', id, environment, details: { fields } });
  }
}

/** What is absent stays, null clears; a company has nothing of an individual. */
function decided(found: Decision, given: Omit<StaffPartyDecisionRequest, 'version'>, lists: ReferenceLists): Decision {
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

const CHANGED = {
  el: 'Τα στοιχεία του προσώπου άλλαξαν στο μεταξύ. Φορτώστε τα ξανά.',
  en: 'The person has changed in the meantime. Retrieve it again.',
};
const IN_THE_FUTURE = { el: 'Η ημερομηνία είναι μεταγενέστερη της σημερινής.', en: 'The date is in the future.' };
