import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { DomainError, type Fault } from '../../common/domain-error.js';
import { ErrorCode, ERROR_TEXTS } from '../../common/error-codes.js';
import { foldName } from '../../common/fold-name.js';
import type { Writer } from '../../common/unit-of-work.js';
import { isUniqueViolation, Store, type Transaction } from '../../store/store.js';
import type { DetailOwner, PartyUpsert, SentParty, StoredParty } from './party.js';
import { planAddresses, planContacts } from './party-details.js';
import { PartyWriteRepository } from './party-write.repository.js';

const INDIVIDUAL = '1';
/** A party that was neither found nor inserted has just been made by somebody else: the next look finds it. */
const MAX_ATTEMPTS = 3;

/** Parties as agents send them (decisions "Party POST"). */
@Injectable()
export class PartyUpserts {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly repository: PartyWriteRepository,
  ) {}

  /**
   * An unknown AFM makes a party; a known one whose last name and birth date agree (folded) is updated and linked to the agent. All or nothing.
   * @throws DomainError PARTY_NOT_FOUND when they differ: the same whatever the register holds; CHILD_NOT_FOUND and INVALID as faults of details
   */
  async upsert(writer: Writer, agentCode: string, sent: SentParty): Promise<PartyUpsert> {
    const at = this.clock.now();
    try {
      return await this.store.transaction(writer, async (tx) => {
        const { id: partyId, isNew } = await this.settle(tx, sent, agentCode, at);
        const owner = { partyId, agentCode, at };
        await this.repository.link(tx, owner);
        await this.writeDetails(tx, owner, sent);
        return { partyId, isNew };
      });
    } catch (error) {
      // Two details that take each other's place in one call.
      if (isUniqueViolation(error, 'party_address_own_key')) throw exchanged('partyAddresses');
      const isContact = isUniqueViolation(error, 'party_contact_own_key') || isUniqueViolation(error, 'party_contact_preferred_key');
      if (isContact) throw exchanged('partyContacts');
      throw error;
    }
  }

  private async settle(tx: Transaction, sent: SentParty, agentCode: string, at: Date): Promise<{ id: number; isNew: boolean }> {
    const updatedBy = `agent:${agentCode}`;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const known = await this.repository.lockByAfm(tx, sent.afm);
      if (known !== null) {
        if (!agrees(known, sent)) throw new DomainError(ErrorCode.PARTY_NOT_FOUND);
        const next = merged(known, sent);
        if (isChanged(known, next)) await this.repository.update(tx, known.id, next, updatedBy, at);
        return { id: known.id, isNew: false };
      }
      const id = await this.repository.insert(tx, { ...sent, personType: sent.personType ?? INDIVIDUAL }, updatedBy, at);
      if (id !== null) return { id, isNew: true };
    }
    throw new Error('a party was neither found nor created');
  }

  private async writeDetails(tx: Transaction, owner: DetailOwner, { addresses, contacts }: SentParty): Promise<void> {
    const addressPlan = planAddresses(addresses.length === 0 ? [] : await this.repository.findAddresses(tx, owner), addresses);
    const contactPlan = planContacts(contacts.length === 0 ? [] : await this.repository.findContacts(tx, owner), contacts);
    const [first, ...others]: readonly Fault[] = [...addressPlan.faults, ...contactPlan.faults];
    if (first !== undefined) throw DomainError.ofFaults([first, ...others]);
    await this.repository.writeAddresses(tx, owner, addressPlan.changes);
    await this.repository.writeContacts(tx, owner, contactPlan.changes);
  }
}

function agrees(known: StoredParty, sent: SentParty): boolean {
  return foldName(known.lastName) === foldName(sent.lastName) && known.birthdate === sent.birthdate;
}

function merged(known: StoredParty, sent: SentParty): StoredParty {
  return {
    id: known.id,
    personType: sent.personType ?? known.personType,
    lastName: sent.lastName,
    firstName: sent.firstName ?? known.firstName,
    fathersName: sent.fathersName ?? known.fathersName,
    birthdate: known.birthdate,
    genderCode: sent.genderCode ?? known.genderCode,
    occupationCode: sent.occupationCode ?? known.occupationCode,
  };
}

function isChanged(known: StoredParty, next: StoredParty): boolean {
  return (Object.keys(next) as (keyof StoredParty)[]).some((field) => known[field] !== next[field]);
}

function exchanged(path: string): DomainError {
  return DomainError.ofFaults([{ path, code: ErrorCode.INVALID, text: ERROR_TEXTS[ErrorCode.INVALID] }]);
}
