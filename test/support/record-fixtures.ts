import type { Environment } from '../../src/common/environment.js';
import type { Amount } from '../../src/common/money.js';
import type { NewAgent } from '../../src/record/money/agents/agent.js';
import type { Actor, ApplicationDraft, ApplicationRecord } from '../../src/record/core/applications/application.js';
import { ApplicationRepository } from '../../src/record/core/applications/application.repository.js';
import type { NewReceipt } from '../../src/record/core/applications/receipt.js';
import type { Person } from '../../src/record/core/parties/person.js';
import type { Store } from '../../src/store/store.js';

export const TEST_TIME = new Date('2026-11-25T08:00:00Z');

export function testAgent(overrides: Partial<NewAgent> = {}): NewAgent {
  return { code: 'A100', name: 'Πράκτορας', type: 'direct', creditLimit: '1000.00', ...overrides };
}

/** Builds a fire draft of the agent, incomplete and without a price. */
export function testDraft(agentCode: string): ApplicationDraft<'fire'> {
  return {
    line: 'fire',
    status: '00',
    agentCode,
    startDate: '2026-12-01',
    endDate: '2027-12-01',
    payFrequencyMonths: 12,
    clientAfm: '090000045',
    clientName: 'Παπαδόπουλος Γεώργιος',
    plateNo: null,
    price: null,
    questionnaire: {} as ApplicationRecord<'fire'>['questionnaire'],
    enfiaEligible: [],
    messages: [],
    calculatedAt: TEST_TIME,
  };
}

/** Inserts a test draft and returns its id. */
export async function insertTestApplication(store: Store, environment: Environment, agentCode: string): Promise<number> {
  const actor: Actor = {
    environment,
    role: 'agent',
    name: 'test',
    keyPrefix: null,
    agentCode,
    at: TEST_TIME,
  };
  const repository = new ApplicationRepository(store);
  const { id } = await store.transaction(environment, (tx) =>
    repository.insertApplication(tx, actor, { draft: testDraft(agentCode), numberPrefix: 'F26' }),
  );
  return id;
}

/** Builds a receipt of one cover, without fee and tax, so that net equals gross. */
export function testReceipt(overrides: Partial<NewReceipt> = {}, gross: Amount = '100.00'): NewReceipt {
  return {
    instalmentNo: 1,
    kind: 'NEW',
    periodFrom: '2026-12-01',
    periodTo: '2027-12-01',
    issueDate: '2026-11-25',
    dueDate: '2026-11-25',
    net: gross,
    fee: '0.00',
    tax: '0.00',
    levy: '0.00',
    gross,
    taxes: [{ taxClass: 'FIRE', rate: '0.20', net: gross, fee: '0.00', tax: '0.00' }],
    levies: [],
    covers: [{ objectId: 7, code: '001', title: 'Πυρκαγιά', sumInsured: '150000.00', net: gross, taxClass: 'FIRE' }],
    ...overrides,
  };
}

export function testPerson(overrides: Partial<Person> = {}): Person {
  return {
    afm: '090000045',
    personType: '1',
    lastName: 'Παπαδόπουλος',
    firstName: 'Γεώργιος',
    fathersName: 'Ιωάννης',
    birthdate: '1980-05-17',
    genderCode: '1',
    occupationCode: null,
    address: { line1: 'Ερμού 1', city: 'Αθήνα', postCode: '10563' },
    phone: null,
    mobile: '6900000000',
    email: null,
    ...overrides,
  };
}
