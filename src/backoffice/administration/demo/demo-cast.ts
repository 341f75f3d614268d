import type { NewAgent } from '../../../record/money/agents/agent.js';
import type { KeyTerms } from '../../../identity/api-key-registry.js';
import { SERVICE_NAMES } from '../../../identity/service-name.js';
import { ENVIRONMENTS } from '../../../common/environment.js';
import type { NewUser } from '../../../identity/user.service.js';

/** Names and codes of the demo are fixed; every secret is created per installation. */
const CREDIT_LIMIT = '50000.00';
const FIRST_CODE = '10001';
const SECOND_CODE = '10002';
const SUPERVISOR_CODE = '10003';

export const DEMO_OWNER = 'demo';
export const DEMO_PROGRAM = 'Demo program';
export const SECOND_PROGRAM = 'Demo program of the second agent';

export const DEMO_KEY_TERMS: KeyTerms = {
  name: 'demo',
  status: 'active',
  services: SERVICE_NAMES,
  environments: ENVIRONMENTS,
  ipAddresses: [],
  ratePerHour: null,
  ratePerDay: null,
  serviceRates: {},
};

export const DEMO_AGENTS: readonly NewAgent[] = [
  { code: FIRST_CODE, name: 'Ασφαλιστικό Πρακτορείο Αττικής', type: 'direct', creditLimit: CREDIT_LIMIT },
  { code: SECOND_CODE, name: 'Μεσιτική Θεσσαλονίκης', type: 'broker', creditLimit: CREDIT_LIMIT },
  { code: SUPERVISOR_CODE, name: 'Επιθεώρηση Πωλήσεων', type: 'direct', creditLimit: CREDIT_LIMIT },
];

/** A user of an agent, always with its code. */
export type DemoAgentUser = NewUser & { readonly agentCode: string };

export const FIRST_AGENT: DemoAgentUser = {
  email: 'agent@demo.example',
  name: 'Μαρία Παπαδοπούλου',
  role: 'agent',
  agentCode: FIRST_CODE,
  delegates: [],
};

export const SECOND_AGENT: DemoAgentUser = {
  email: 'agent2@demo.example',
  name: 'Νίκος Γεωργίου',
  role: 'agent',
  agentCode: SECOND_CODE,
  delegates: [],
};

export const SUPERVISOR: DemoAgentUser = {
  email: 'supervisor@demo.example',
  name: 'Ελένη Δημητρίου',
  role: 'agent',
  agentCode: SUPERVISOR_CODE,
  delegates: [FIRST_CODE, SECOND_CODE],
};

/** Named in the demo file by the local part of their addresses. Two of issuing, because one prepares payouts and another confirms them (money.20). */
export const STAFF: readonly NewUser[] = [
  { email: 'admin@demo.example', name: 'Διαχειριστής', role: 'admin', agentCode: null, delegates: [] },
  { email: 'underwriter@demo.example', name: 'Τμήμα Ανάληψης Κινδύνων', role: 'underwriter', agentCode: null, delegates: [] },
  { email: 'issuing@demo.example', name: 'Τμήμα Εκδόσεων', role: 'issuing', agentCode: null, delegates: [] },
  { email: 'issuing2@demo.example', name: 'Τμήμα Εκδόσεων, δεύτερος χρήστης', role: 'issuing', agentCode: null, delegates: [] },
  FIRST_AGENT,
];
