import { Injectable } from '@nestjs/common';
import { parseLocalDate, toLocalDate } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { PersonFields } from '../../../record/core/parties/person.js';
import { isIndividualType } from '../../../record/core/parties/person-type.js';
import { MessageKind } from '../../../record/reference/settings/message-kind.js';
import { Store, type Transaction } from '../../../store/store.js';
import { assertVersion } from '../../common/expected-state.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { actorOf, AuditService } from '../../access/audit/audit.service.js';
import { idOf, notFound } from '../../common/not-found.js';
import type { StaffPartyDecisionRequest } from './staff-party-decision.dto.js';
import type { StaffPartyResponse } from './staff-party.dto.js';
import { StaffPartyService } from './staff-party.service.js';
import { ReferenceLists } from '../../../record/reference/lists/reference-lists.js';

type Person = Omit<PersonFields, 'afm'>;

const LOCK = `
  SELECT version, person_type AS "personType", last_name AS "lastName", first_name AS "firstName", fathers_name AS "fathersName", birthdate,
    gender_code AS "genderCode", occupation_code AS "occupationCode"
  FROM party WHERE id = $1 FOR NO KEY UPDATE`;

const DECIDE = `
  UPDATE party SET person_type = $2, last_name = $3, first_name = $4, fathers_name = $5, birthdate = $6, gender_code = $7, occupation_code = $8,
    updated_by = $9, updated_at = greatest($10, updated_at), decided_at = $10, version = version + 1
  WHERE id = $1`;

const RESOLVE = `
  UPDATE staff_message SET resolved_at = $2 WHERE party_id = $1 AND kind = '${MessageKind.PARTY_MISMATCH}' AND resolved_at IS NULL`;

/** What staff says that holds of a person of the register; what agents send changes it no longer. */
@Injectable()
export class StaffPartyDecisionService {
  constructor(
    private readonly store: Store,
    private readonly audit: AuditService,
    private readonly parties: StaffPartyService,
    private readonly lists: ReferenceLists,
  ) {}

  /** @throws DomainError CHILD_NOT_FOUND, CHANGED_MEANWHILE when it is of another version than named, BAD_DATE for a birth in the future */
  async decide(staff: StaffCaller, idText: string, { version, ...given }: StaffPartyDecisionRequest): Promise<StaffPartyResponse> {
    const id = idOf(idText);
    const { at } = staff;
    if (given.birthdate != null && given.birthdate > toLocalDate(at))
      throw DomainError.ofFaults([{ path: 'birthdate', code: ErrorCode.BAD_DATE, text: IN_THE_FUTURE }]);
    await this.store.transaction(staff, async (tx) => {
      const [found] = await tx.query<Person & { version: number }>(LOCK, [id]);
      if (found === undefined) throw notFound();
      if (version != null && version !== found.version) throw new DomainError(ErrorCode.CHANGED_MEANWHILE, { text: CHANGED });
      assertVersion(staff, found.version);
      await this.write(tx, staff, { id, at, before: found, after: decided(found, given, this.lists) });
    });
    return this.parties.get(staff, idText);
  }

  private async write(
    tx: Transaction,
    staff: StaffCaller,
    { id, at, before, after }: { id: number; at: Date; before: Person; after: Person },
  ): Promise<void> {
    const { personType, lastName, firstName, fathersName, birthdate, genderCode, occupationCode } = after;
    const values = [personType, lastName, firstName, fathersName, birthdate, genderCode, occupationCode];
    const actor = actorOf(staff);
    await tx.query(DECIDE, [id, ...values, `staff:${actor.userId}`, at]);
    await tx.query(RESOLVE, [id, at]);
    const fields = (Object.keys(after) as (keyof Person)[]).filter((field) => after[field] !== before[field]);
    // Which fields, and nothing of what stands in them.
    await this.audit.record(tx, actor, { action: 'decide', subject: 'party', id, environment: staff.environment, details: { fields } });
  }
}

/** What is absent stays, null clears; a company has nothing of an individual. */
function decided(found: Person, given: Omit<StaffPartyDecisionRequest, 'version'>, lists: ReferenceLists): Person {
  const { personType, lastName } = given;
  const isIndividual = isIndividualType(personType, lists);
  const own = (field: keyof Person): string | null => {
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

const CHANGED = { el: 'Το πρόσωπο άλλαξε στο μεταξύ. Ανακτήστε το ξανά.', en: 'The person has changed meanwhile. Read it again.' };
const IN_THE_FUTURE = { el: 'Η ημερομηνία είναι μεταγενέστερη της σημερινής.', en: 'The date lies in the future.' };
