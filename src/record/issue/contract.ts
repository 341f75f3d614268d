import type { Tariff } from '../../pricing/tariff.js';
import type { ApplicationRecord } from '../applications/application.js';
import type { FireQuestionnaire } from '../applications/fire-questionnaire.js';
import type { Line } from '../applications/state-table.js';
import type { Contract } from './contract-description.js';
import type { MotorQuestionnaire } from '../applications/motor-questionnaire.js';
import { fireContract } from './fire-contract.js';
import { motorContract } from './motor-contract.js';

const CONTRACTS: Record<Line, (application: ApplicationRecord, tariff: Tariff | undefined) => Contract> = {
  fire: (application, tariff) => fireContract(application.questionnaire as FireQuestionnaire, tariff),
  motor: (application, tariff) => motorContract(application.questionnaire as MotorQuestionnaire, tariff),
};

/** `tariff` is the one that priced it; it gives the titles of bundles. */
export function contractOf(application: ApplicationRecord, tariff?: Tariff): Contract {
  return CONTRACTS[application.line](application, tariff);
}
