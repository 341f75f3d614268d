import { Injectable } from '@nestjs/common';
import { mapInTurns } from '../../../common/turns.js';
import type { Transaction } from '../../../store/store.js';
import { toContact } from './contact.js';
import type { ContactType, RecordContext, SentPerson } from './party.js';
import { PartyRepository } from './party.repository.js';
import { type Person, isIndividualType } from './person.js';
import { ReferenceLists } from '../../reference/lists/reference-lists.js';

@Injectable()
export class PartyFilingService {
  constructor(
    private readonly repository: PartyRepository,
    private readonly lists: ReferenceLists,
  ) {}

  /** Adds the persons of an application to the records of its agent, and completes known records (parties.4). */
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

/** Drops an invalid contact of an application from before telephones were checked. */
function contact(type: ContactType, value: string | null): SentPerson['contacts'] {
  const kept = value === null ? null : toContact(type, value);
  return kept === null ? [] : [{ type, contact: kept }];
}
