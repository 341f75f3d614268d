import { Injectable } from '@nestjs/common';
import type { Text } from '../../common/language.js';
import type { Transaction } from '../../store/store.js';
import { referenceLists } from '../reference/reference-lists.js';
import { toContact } from './contact.js';
import type { ContactType, LinkContext, PartyLink, SentPerson } from './party.js';
import { PartyRepository } from './party.repository.js';
import type { Person } from './person.js';

/** Each attempt sees what was committed before it: a party that another transaction was creating is known at the second. */
const MAX_ATTEMPTS = 3;

const MISMATCH: Text = {
  el: 'Πρόσωπο της αίτησης διαφέρει από το μητρώο για τον ίδιο ΑΦΜ (επώνυμο ή ημερομηνία γέννησης). Δεν συνδέθηκε με τον συνεργάτη.',
  en: 'A person of the application differs from the register for the same AFM (last name or birth date). It was not linked to the agent.',
};

/** The register of persons and companies. */
@Injectable()
export class Parties {
  constructor(private readonly repository: PartyRepository) {}

  /**
   * Client, insured and co-owners of an application become parties (decisions "Party POST"): an unknown AFM makes a party, a known one whose
   * last name and birth date agree (folded) is linked to the agent; one that differs links nothing and tells the staff, never the agent.
   * One statement for all of them, one more when somebody else created one of them at the same moment.
   */
  async link(tx: Transaction, persons: readonly Person[], context: LinkContext): Promise<PartyLink[]> {
    const links: PartyLink[] = [];
    let open = persons.map(toSentPerson);
    for (let attempt = 1; open.length > 0; attempt += 1) {
      if (attempt > MAX_ATTEMPTS) throw new Error('a party was neither found nor created');
      const found = await this.repository.linkPersons(tx, open, context, MISMATCH);
      const settled = new Set(found.map(({ afm }) => afm));
      links.push(...found);
      open = open.filter(({ afm }) => !settled.has(afm));
    }
    return links;
  }
}

function toSentPerson({ address, phone, mobile, email, ...person }: Person): SentPerson {
  const individual = referenceLists.item('personTypes', person.personType)?.individual ?? true;
  return {
    ...person,
    address: address === null ? {} : { type: individual ? 'HOME' : 'SEAT', ...address },
    contacts: [...contact('MOBILE', mobile), ...contact('PHONE', phone), ...contact('EMAIL', email)],
  };
}

function contact(type: ContactType, value: string | null): SentPerson['contacts'] {
  // An application takes any text for a telephone number; one that is none is kept as it was written.
  return value === null ? [] : [{ type, contact: toContact(type, value) ?? value }];
}
