import type { InsuredObject, LabelValue, PersonDetails } from '../documents/rendering/documents.types.js';

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
  /** Title of an insured group of the price; absent in a line that has none. */
  readonly groupTitle?: (group: string) => string | null;
  /** What the insured bears of a loss of the cover, as it is printed; absent in a line where only the tariff says it. */
  readonly deductibleOf?: (cover: string) => string | null;
}
