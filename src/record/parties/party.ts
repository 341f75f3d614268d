import type { Person } from './person.js';

/** For whom persons become parties: what they send stays this agent's own. */
export interface LinkContext {
  readonly agentCode: string;
  readonly applicationId: number;
  readonly at: Date;
}

/** How a person met the register; when it does not agree with the party of its AFM nothing was linked. */
export interface PartyLink {
  readonly afm: string;
  readonly partyId: number;
  readonly agrees: boolean;
}

/** Codes of the list of address types. */
export type AddressType = 'HOME' | 'SEAT';
/** Codes of the list of contact types. */
export type ContactType = 'MOBILE' | 'PHONE' | 'EMAIL';

/** A person as the register takes it: its address and contacts with their types. */
export interface SentPerson extends Omit<Person, 'address' | 'phone' | 'mobile' | 'email'> {
  /** Empty when there is none. */
  readonly address: { readonly type?: AddressType; readonly line1?: string; readonly city?: string; readonly postCode?: string };
  readonly contacts: readonly { readonly type: ContactType; readonly contact: string }[];
}
