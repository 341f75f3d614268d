import type { ApplicationRecord } from '../applications/application.js';
import type { FireQuestionnaire } from '../applications/fire-questionnaire.js';
import type { Line } from '../applications/state-table.js';
import type { Contract } from './contract-description.js';
import { fireContract } from './fire-contract.js';

const CONTRACTS: Partial<Record<Line, (application: ApplicationRecord) => Contract>> = {
  fire: (application) => fireContract(application.questionnaire as FireQuestionnaire),
};

export function contractOf(application: ApplicationRecord): Contract {
  const describe = CONTRACTS[application.line];
  if (!describe) throw new Error(`no contract is described for ${application.line}`);
  return describe(application);
}
