import type { OperationContext, UserCaller } from '../../../common/caller.js';
import type { Violation } from '../../../common/domain-error.js';
import type { Language, Text } from '../../../common/language.js';
import type { Tariff } from '../../../pricing/tariff.js';
import type { Transaction } from '../../../store/store.js';
import type { ApplicationRecord } from '../applications/application.js';
import type { Approval, Terms } from '../applications/approval.js';
import type { CalculatedApplication } from '../applications/calculated-application.js';
import type { InsuredObject, LabelValue, PersonDetails } from '../documents/rendering/documents.types.js';
import type { Person } from '../parties/person.js';
import type { RegistryPlace } from '../../reference/bonus-malus/bonus-malus-registry.js';
import type { QuestionForm } from '../../reference/products/question-form.js';
import type { LineCode, Questionnaires } from '../../reference/products/line-table.js';
import type { CalculatedChange, ChangeContext, ChangeKind, LineChange } from './change.js';

export interface Line<C extends LineCode = LineCode> {
  readonly code: C;
  readonly reader: QuestionnaireReader<C>;
  readonly calculator: LineCalculator<C>;
  readonly renewer: LineRenewer<C>;
  /** Returns client, insured and everybody else of the application. */
  /** Fields that count for one term only, and that no amendment carries into the renewal. */
  readonly fieldsOfTerm: readonly string[];
  personsOf(questionnaire: Questionnaires[C]): Person[];
  /** Returns the plate of the insured vehicle; null in a line without vehicles. */
  plateOf(questionnaire: Questionnaires[C]): string | null;
  /** Returns the codes of the chosen bundles, each once. */
  listBundles(questionnaire: Questionnaires[C]): string[];
  /** Returns the kinds of risk or usages of the insured objects, for which bundles are offered. */
  listRiskKinds(questionnaire: Questionnaires[C]): string[];
  /** Returns the codes of the requested discounts of each insured object, in the order of the price. */
  listDiscounts(questionnaire: Questionnaires[C]): readonly (readonly string[])[];
  readonly form: QuestionForm<Questionnaires[C]>;
  /** Returns the contract in the words of a document. `tariff` and the terms of its approval priced it. */
  contractOf(questionnaire: Questionnaires[C], language: Language, tariff?: Tariff, terms?: Terms | null): Contract;
  toResponse(application: ApplicationRecord<C>, caller: UserCaller): object;
  /** Returns the names of mortgagees and other creditors who have rights in the insurance. */
  creditorsOf(questionnaire: Questionnaires[C]): Text[];
  /** Lists changed fields that this kind of amendment may not change. Their paths begin with `changes`. */
  findForbiddenChanges(before: Questionnaires[C], after: Questionnaires[C], kind: ChangeKind): Violation[];
  /** Lists the paths that this kind of amendment may change; `[]` stands for any item: `objects_insured[].atak`. */
  listChangeableFields(kind: ChangeKind): string[];
  /** Writes what a change of the contract changes elsewhere, in the transaction of its issue or reversal. */
  saveChange?(tx: Transaction, place: RegistryPlace, before: Questionnaires[C], after: Questionnaires[C]): Promise<void>;
  /** Absent in a line whose cover cannot be suspended. */
  readonly suspension?: Suspension<C>;
}

/** Suspension of the cover of a policy, and its end. */
export interface Suspension<C extends LineCode = LineCode> {
  /** Returns the shortest suspension; null when the tariff has none. */
  getMinDays(tariff: Tariff): number | null;
  apply(questionnaire: Questionnaires[C], isSuspended: boolean): Questionnaires[C];
}

export interface QuestionnaireReader<C extends LineCode> {
  readNew(caller: UserCaller, body: unknown): Promise<Questionnaires[C]>;
  /** Reads a change of a stored questionnaire; absent fields keep their value. */
  readUpdate(caller: UserCaller, body: unknown, stored: Questionnaires[C]): Promise<Questionnaires[C]>;
  /**
   * Reads the `changes` of an amendment, a partial application without a wrapper; absent fields keep their value.
   * Codes must be in the tariff of the policy. Paths of violations begin with `changes`.
   */
  readChange(context: ChangeContext, changes: unknown, stored: Questionnaires[C]): Promise<Questionnaires[C]>;
}

export interface LineCalculator<C extends LineCode> {
  /** Applies an approval if it is for this risk. */
  calculate(context: OperationContext, questionnaire: Questionnaires[C], approval: Approval | null): CalculatedApplication;
  /** Prices a change with the tariff of the policy, whatever the day of the call. */
  calculateChange(context: Pick<OperationContext, 'environment'>, change: LineChange<C>): CalculatedChange;
  riskHash(questionnaire: Questionnaires[C]): string;
}

export interface LineRenewer<C extends LineCode> {
  nextYear(context: OperationContext, policy: ApplicationRecord<C>): Promise<NextYear<C>>;
}

/** The next year of a policy; the items of its questionnaire have new ids. */
export interface NextYear<C extends LineCode = LineCode> {
  readonly questionnaire: Questionnaires[C];
  readonly also?: (tx: Transaction) => Promise<void>;
}

export interface Contract {
  readonly line: string;
  readonly client: PersonDetails;
  readonly insured: PersonDetails;
  readonly facts: readonly LabelValue[];
  readonly objects: readonly InsuredObject[];
  /** Ids of the insured objects in the order of the price; empty where objects have none. */
  readonly objectIds: readonly number[];
  /** Title of an insured group of the price; absent in a line without groups. */
  readonly groupTitle?: (group: string) => string | null;
  /** Printed deductible of a cover; absent in a line where only the tariff has it. */
  readonly deductibleOf?: (cover: string) => string | null;
}
