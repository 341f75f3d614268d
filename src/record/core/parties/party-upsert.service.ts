import { Injectable } from '@nestjs/common';
import { assertNoViolations, DomainError, buildCatalogueViolation } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { OperationContext } from '../../../common/caller.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { isUniqueViolation, Store, type Transaction } from '../../../store/store.js';
import { buildAddressPlan, buildContactPlan, type PartyAddress, type PartyContact, type SentDetail } from './party-details.js';
import { INDIVIDUAL, isIndividualType, type PersonFields } from './person.js';
import { PartyWriteRepository, type DetailOwner, type StoredParty } from './party-write.repository.js';
import type { RecordContext } from './party.repository.js';
import { ReferenceLists } from '../../reference/lists/reference-lists.js';

const NO_INDIVIDUAL = { firstName: null, fathersName: null, birthdate: null, genderCode: null } as const;
const MAX_ATTEMPTS = 3;

/** Null keeps the value of a known record. */
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

/** Writes parties as agents send them (parties.1, parties.4). */
@Injectable()
export class PartyUpsertService {
  constructor(
    private readonly store: Store,
    private readonly repository: PartyWriteRepository,
    private readonly lists: ReferenceLists,
  ) {}

  async upsert(writer: Writer & OperationContext, agentCode: string, sent: SentParty): Promise<PartyUpsert> {
    const { at } = writer;
    try {
      return await this.store.transaction(writer, async (tx) => {
        const { id: partyId, isNew } = await this.settle(tx, sent, { agentCode, at });
        await this.writeDetails(tx, { partyId, agentCode, at }, sent);
        return { partyId, isNew };
      });
    } catch (error) {
      // Two details were exchanged in one call.
      if (isUniqueViolation(error, 'party_address_own_key')) throw buildExchanged('partyAddresses');
      const isContact = isUniqueViolation(error, 'party_contact_own_key') || isUniqueViolation(error, 'party_contact_preferred_key');
      if (isContact) throw buildExchanged('partyContacts');
      throw error;
    }
  }

  private async settle(tx: Transaction, sent: SentParty, context: RecordContext): Promise<{ id: number; isNew: boolean }> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const known = await this.repository.lockByAfm(tx, sent.afm, context.agentCode);
      if (known !== null) {
        const next = mergeParty(known, sent, this.lists);
        if (isChanged(known, next)) await this.repository.update(tx, { ...next, afm: sent.afm }, context);
        return { id: known.id, isNew: false };
      }
      const id = await this.repository.insert(tx, { ...sent, personType: sent.personType ?? INDIVIDUAL }, context);
      if (id !== null) return { id, isNew: true };
    }
    throw new Error(`the party record was neither found nor inserted in ${MAX_ATTEMPTS} attempts`);
  }

  private async writeDetails(tx: Transaction, owner: DetailOwner, { addresses, contacts }: SentParty): Promise<void> {
    const [knownAddresses, knownContacts] = await Promise.all([
      addresses.length === 0 ? [] : this.repository.findAddresses(tx, owner),
      contacts.length === 0 ? [] : this.repository.findContacts(tx, owner),
    ]);
    const addressPlan = buildAddressPlan(knownAddresses, addresses);
    const contactPlan = buildContactPlan(knownContacts, contacts);
    assertNoViolations([...addressPlan.violations, ...contactPlan.violations]);
    await Promise.all([
      this.repository.writeAddresses(tx, owner, addressPlan.changes),
      this.repository.writeContacts(tx, owner, contactPlan.changes),
    ]);
  }
}

/** Fields of an individual are dropped when the record becomes a company's. */
function mergeParty(known: StoredParty, sent: SentParty, lists: ReferenceLists): StoredParty {
  const personType = sent.personType ?? (isIndividualType(known.personType, lists) ? known.personType : INDIVIDUAL);
  const previous = isIndividualType(personType, lists) ? known : NO_INDIVIDUAL;
  return {
    id: known.id,
    personType,
    lastName: sent.lastName,
    firstName: sent.firstName ?? previous.firstName,
    fathersName: sent.fathersName ?? previous.fathersName,
    birthdate: sent.birthdate ?? previous.birthdate,
    genderCode: sent.genderCode ?? previous.genderCode,
    occupationCode: sent.occupationCode ?? known.occupationCode,
  };
}

function isChanged(known: StoredParty, next: StoredParty): boolean {
  return (Object.keys(next) as (keyof StoredParty)[]).some((field) => known[field] !== next[field]);
}

function buildExchanged(path: string): DomainError {
  return DomainError.ofViolations([buildCatalogueViolation(path, ErrorCode.INVALID)]);
}
