import type { Tariff } from '../../pricing/tariff.js';
import type { ApplicationRecord } from '../applications/application.js';
import type { FireQuestionnaire } from '../applications/fire-questionnaire.js';
import type { Line } from '../applications/state-table.js';
import type { Contract } from './contract-description.js';
import { fireContract } from './fire-contract.js';

const CONTRACTS: Partial<Record<Line, (application: ApplicationRecord, tariff: Tariff | undefined) => Contract>> = {
  fire: (application, tariff) => fireContract(application.questionnaire as FireQuestionnaire, tariff),
};

/** `tariff` is the one that priced it; it gives the titles of bundles. */
export function contractOf(application: ApplicationRecord, tariff?: Tariff): Contract {
  const describe = CONTRACTS[application.line];
  if (!describe) throw new Error(`no contract is described for ${application.line}`);
  return describe(application, tariff);
}
