import type { ApplicationRecord } from '../applications/application.js';
import type { FireQuestionnaire } from '../applications/fire-questionnaire.js';
import type { Line } from '../applications/state-table.js';
import type { InsuredObject, LabelValue, PersonDetails } from '../documents/rendering/documents.types.js';
import { fireContract } from './fire-contract.js';

/** A contract as receipts and documents need it, whatever its line. */
export interface Contract {
  /** Title of the line of business. */
  readonly line: string;
  readonly client: PersonDetails;
  readonly insured: PersonDetails;
  readonly facts: readonly LabelValue[];
  readonly objects: readonly InsuredObject[];
  /** Ids of the insured objects in the order in which they were priced; empty where objects have none. */
  readonly objectIds: readonly number[];
}

const CONTRACTS: Partial<Record<Line, (application: ApplicationRecord) => Contract>> = {
  fire: (application) => fireContract(application.questionnaire as FireQuestionnaire),
};

export function contractOf(application: ApplicationRecord): Contract {
  const describe = CONTRACTS[application.line];
  if (!describe) throw new Error(`no contract is described for ${application.line}`);
  return describe(application);
}
