import { Injectable } from '@nestjs/common';
import type { OperationContext } from '../../../common/caller.js';
import type { SentParty } from '../../../record/core/parties/party-upsert.service.js';
import { PartyUpsertService } from '../../../record/core/parties/party-upsert.service.js';
import { Store } from '../../../store/store.js';
import { FIRST_AGENT, SECOND_AGENT } from './demo-cast.js';

interface DemoCustomer {
  readonly agentCode: string;
  readonly party: SentParty;
}

export const DEMO_CUSTOMERS: readonly DemoCustomer[] = [
  individual(FIRST_AGENT.agentCode, '200000018', 'Καραγιάννης Αλέξανδρος Ιωάννης', '1971-03-18', ['Πατησίων 120', 'Αθήνα', '11257']),
  individual(FIRST_AGENT.agentCode, '200000020', 'Αναγνώστου Χριστίνα Δημήτριος', '1988-11-02', ['Αγίου Μελετίου 45', 'Αθήνα', '11257']),
  company(FIRST_AGENT.agentCode, '800000014', 'Αιγαίο Τρόφιμα Α.Ε.', ['Ακτή Μιαούλη 7', 'Πειραιάς', '18535']),
  individual(SECOND_AGENT.agentCode, '200000031', 'Ζαφειρίου Ευάγγελος Πέτρος', '1964-07-29', ['Τσιμισκή 33', 'Θεσσαλονίκη', '54624']),
  company(SECOND_AGENT.agentCode, '800000026', 'Ξενοδοχεία Βέρμιο Ο.Ε.', ['Μητροπόλεως 10', 'Βέροια', '59132']),
];

@Injectable()
export class DemoCustomerService {
  constructor(
    private readonly store: Store,
    private readonly upserts: PartyUpsertService,
  ) {}

  async create(context: OperationContext): Promise<void> {
    const afms = DEMO_CUSTOMERS.map(({ party }) => party.afm);
    const find = `SELECT agent_code || ' ' || afm AS key FROM party_record WHERE afm = ANY ($1)`;
    const known = new Set((await this.store.query<{ key: string }>(context.environment, find, [afms])).map(({ key }) => key));
    for (const { agentCode, party } of DEMO_CUSTOMERS) {
      if (!known.has(`${agentCode} ${party.afm}`)) await this.upserts.upsert(context, agentCode, party);
    }
  }
}

type Place = readonly [line1: string, city: string, postCode: string];

function individual(agentCode: string, afm: string, names: string, birthdate: string, place: Place): DemoCustomer {
  const [lastName = '', firstName = null, fathersName = null] = names.split(' ');
  const person = { afm, personType: '1', lastName, firstName, fathersName, birthdate, genderCode: null, occupationCode: null };
  return { agentCode, party: { ...person, ...details('HOME', place, afm) } };
}

function company(agentCode: string, afm: string, lastName: string, place: Place): DemoCustomer {
  const person = { afm, personType: '2', lastName, firstName: null, fathersName: null, birthdate: null };
  return { agentCode, party: { ...person, genderCode: null, occupationCode: null, ...details('SEAT', place, afm) } };
}

function details(type: 'HOME' | 'SEAT', [line1, city, postCode]: Place, afm: string): Pick<SentParty, 'addresses' | 'contacts'> {
  return {
    addresses: [{ type, line1, city, postCode }],
    contacts: [{ type: 'EMAIL', contact: `customer${afm}@demo.example`, preferred: true }],
  };
}
