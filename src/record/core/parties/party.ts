import type { PartyAddress, PartyContact, SentDetail } from './party-details.js';
import type { Person, PersonFields } from './person.js';

/** Whose records persons become, and when. */
export interface RecordContext {
  readonly agentCode: string;
  readonly at: Date;
}

/** Codes of the list of address types. */
export type AddressType = 'HOME' | 'SEAT';
/** Codes of the list of contact types. */
export type ContactType = 'MOBILE' | 'PHONE' | 'EMAIL';

/** A person as its record takes it: its address and contacts with their types. */
export interface SentPerson extends Omit<Person, 'address' | 'phone' | 'mobile' | 'email'> {
  /** Empty when there is none. */
  readonly address: { readonly type?: AddressType; readonly line1?: string; readonly city?: string; readonly postCode?: string };
  readonly contacts: readonly { readonly type: ContactType; readonly contact: string }[];
}

export type StoredParty = Omit<PersonFields, 'afm'> & { readonly id: number };

/** A party as an agent sends it; texts trimmed, codes validated. What is null stays as it is in a known record. */
export interface SentParty extends Omit<PersonFields, 'personType'> {
  /** An individual's when it is null, unless the known record is another kind of individual. */
  readonly personType: string | null;
  readonly addresses: readonly SentDetail<PartyAddress>[];
  readonly contacts: readonly SentDetail<PartyContact>[];
}

export interface PartyUpsert {
  readonly partyId: number;
  readonly isNew: boolean;
}

/** Whose details are written, and when. */
export interface DetailOwner {
  readonly partyId: number;
  readonly agentCode: string;
  readonly at: Date;
}
