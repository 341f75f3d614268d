import type { NewAgent } from '../../../record/money/agents/agent.js';
import type { KeyTerms } from '../../../identity/api-key-registry.js';
import { SERVICE_NAMES } from '../../../identity/service-name.js';
import { DEFAULT_TERMS } from '../../access/keys/key-checks.js';
import { ENVIRONMENTS } from '../../../common/environment.js';
import type { NewUser } from '../../../identity/user.service.js';

const CREDIT_LIMIT = '50000.00';
const FIRST_CODE = '10001';
const SECOND_CODE = '10002';
const SUPERVISOR_CODE = '10003';

export const DEMO_OWNER = 'demo';
export const DEMO_PROGRAM = 'Demo program';
export const SECOND_PROGRAM = 'Demo program of the second agent';

export const DEMO_KEY_TERMS: KeyTerms = { ...DEFAULT_TERMS, name: 'demo', services: SERVICE_NAMES, environments: ENVIRONMENTS };

export const DEMO_AGENTS: readonly NewAgent[] = [
  { code: FIRST_CODE, name: 'Ασφαλιστικό Πρακτορείο Αττικής', type: 'direct', creditLimit: CREDIT_LIMIT, commissionType: 'AGENCY' },
  { code: SECOND_CODE, name: 'Μεσιτική Θεσσαλονίκης', type: 'broker', creditLimit: CREDIT_LIMIT, commissionType: 'BROKER' },
  { code: SUPERVISOR_CODE, name: 'Επιθεώρηση Πωλήσεων', type: 'direct', creditLimit: CREDIT_LIMIT, commissionType: 'AGENCY' },
];

export type DemoAgentUser = NewUser & { readonly agentCode: string };

const AGENT_USER = { role: 'agent', delegates: [] } as const;
export const FIRST_AGENT: DemoAgentUser = { ...AGENT_USER, email: 'agent@demo.example', name: 'Μαρία Παπαδοπούλου', agentCode: FIRST_CODE };
export const SECOND_AGENT: DemoAgentUser = { ...AGENT_USER, email: 'agent2@demo.example', name: 'Νίκος Γεωργίου', agentCode: SECOND_CODE };
export const SUPERVISOR: DemoAgentUser = {
  ...AGENT_USER,
  email: 'supervisor@demo.example',
  name: 'Ελένη Δημητρίου',
  agentCode: SUPERVISOR_CODE,
  delegates: [FIRST_CODE, SECOND_CODE],
};

/** The demo file names them by the local part of their addresses. Payouts need two users of issuing (money.20). */
export const STAFF: readonly NewUser[] = [
  { email: 'admin@demo.example', name: 'Διαχειριστής', role: 'admin', agentCode: null, delegates: [] },
  { email: 'underwriter@demo.example', name: 'Τμήμα Ανάληψης Κινδύνων', role: 'underwriter', agentCode: null, delegates: [] },
  { email: 'issuing@demo.example', name: 'Τμήμα Εκδόσεων', role: 'issuing', agentCode: null, delegates: [] },
  { email: 'accounting@demo.example', name: 'Λογιστήριο', role: 'accounting', agentCode: null, delegates: [] },
  { email: 'auditor@demo.example', name: 'Εσωτερικός Έλεγχος', role: 'auditor', agentCode: null, delegates: [] },
  { email: 'issuing2@demo.example', name: 'Τμήμα Εκδόσεων, δεύτερος χρήστης', role: 'issuing', agentCode: null, delegates: [] },
  FIRST_AGENT,
];
