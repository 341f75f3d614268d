import type { PartyAddress, PartyContact, SentDetail } from './party-details.js';
import type { Person, PersonFields } from './person.js';

/** Agent whose records are written, and the moment. */
export interface RecordContext {
  readonly agentCode: string;
  readonly at: Date;
}

/** Codes of the list of contact types. */
export type ContactType = 'MOBILE' | 'PHONE' | 'EMAIL';

/** A person with typed address and contacts. */
export interface SentPerson extends Omit<Person, 'address' | 'phone' | 'mobile' | 'email'> {
  /** Empty without an address. */
  readonly address: { readonly type?: 'HOME' | 'SEAT'; readonly line1?: string; readonly city?: string; readonly postCode?: string };
  readonly contacts: readonly { readonly type: ContactType; readonly contact: string }[];
}

export type StoredParty = Omit<PersonFields, 'afm'> & { readonly id: number };

/** A party as an agent sends it, validated. Null keeps the value of a known record. */
export interface SentParty extends Omit<PersonFields, 'personType'> {
  /** Null means an individual of the known record's kind. */
  readonly personType: string | null;
  readonly addresses: readonly SentDetail<PartyAddress>[];
  readonly contacts: readonly SentDetail<PartyContact>[];
}

export interface PartyUpsert {
  readonly partyId: number;
  readonly isNew: boolean;
}

/** Record whose details are written. */
export interface DetailOwner extends RecordContext {
  readonly partyId: number;
}
