import { Injectable } from '@nestjs/common';
import { mapInTurns } from '../../../common/turns.js';
import type { Transaction } from '../../../store/store.js';
import { toContact } from './contact.js';
import type { ContactType, RecordContext, SentPerson } from './party.js';
import { PartyRepository } from './party.repository.js';
import type { Person } from './person.js';
import { isIndividualType } from './person-type.js';
import { ReferenceLists } from '../../reference/lists/reference-lists.js';

/** The agents' own records of persons and companies. */
@Injectable()
export class PartyFilingService {
  constructor(
    private readonly repository: PartyRepository,
    private readonly lists: ReferenceLists,
  ) {}

  /**
   * Client, insured and co-owners of an application become records of its agent (parties.4): one of an AFM that the agent does not have
   * yet is made, one that it has gets what it lacks. One statement for all of them; it touches no other agent's rows and none of the register.
   */
  async file(tx: Transaction, persons: readonly Person[], context: RecordContext): Promise<void> {
    if (persons.length === 0) return;
    await this.repository.filePersons(tx, await mapInTurns(persons, (person) => toSentPerson(person, this.lists)), context);
  }
}

function toSentPerson({ address, phone, mobile, email, ...person }: Person, lists: ReferenceLists): SentPerson {
  return {
    ...person,
    address: address === null ? {} : { type: isIndividualType(person.personType, lists) ? 'HOME' : 'SEAT', ...address },
    contacts: [...contact('MOBILE', mobile), ...contact('PHONE', phone), ...contact('EMAIL', email)],
  };
}

/** Drops an invalid contact, as in applications from before telephones were checked. */
function contact(type: ContactType, value: string | null): SentPerson['contacts'] {
  const kept = value === null ? null : toContact(type, value);
  return kept === null ? [] : [{ type, contact: kept }];
}
