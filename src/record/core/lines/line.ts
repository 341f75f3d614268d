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
  /** Fields that count for one term only, and that no amendment carries into the renewal. */
  readonly fieldsOfTerm: readonly string[];
  personsOf(questionnaire: Questionnaires[C]): Person[];
  plateOf(questionnaire: Questionnaires[C]): string | null;
  listBundles(questionnaire: Questionnaires[C]): string[];
  listRiskKinds(questionnaire: Questionnaires[C]): string[];
  /** One list for each insured object, in the order of the price. */
  listDiscounts(questionnaire: Questionnaires[C]): readonly (readonly string[])[];
  readonly form: QuestionForm<Questionnaires[C]>;
  contractOf(questionnaire: Questionnaires[C], language: Language, tariff?: Tariff, terms?: Terms | null): Contract;
  toResponse(application: ApplicationRecord<C>, caller: UserCaller): object;
  creditorsOf(questionnaire: Questionnaires[C]): Text[];
  /** Paths of the violations begin with `changes`. */
  findForbiddenChanges(before: Questionnaires[C], after: Questionnaires[C], kind: ChangeKind): Violation[];
  /** `[]` stands for any item: `objects_insured[].atak`. */
  listChangeableFields(kind: ChangeKind): string[];
  saveChange?(tx: Transaction, place: RegistryPlace, before: Questionnaires[C], after: Questionnaires[C]): Promise<void>;
  readonly suspension?: Suspension<C>;
}

export interface Suspension<C extends LineCode = LineCode> {
  getMinDays(tariff: Tariff): number | null;
  apply(questionnaire: Questionnaires[C], isSuspended: boolean): Questionnaires[C];
}

export interface QuestionnaireReader<C extends LineCode> {
  readNew(caller: UserCaller, body: unknown): Promise<Questionnaires[C]>;
  readUpdate(caller: UserCaller, body: unknown, stored: Questionnaires[C]): Promise<Questionnaires[C]>;
  /** Absent fields keep their value. Codes must be in the policy's tariff. Paths of violations begin with `changes`. */
  readChange(context: ChangeContext, changes: unknown, stored: Questionnaires[C]): Promise<Questionnaires[C]>;
}

export interface LineCalculator<C extends LineCode> {
  /** Applies an approval if it is for this risk. */
  calculate(context: OperationContext, questionnaire: Questionnaires[C], approval: Approval | null): CalculatedApplication;
  /** Uses the tariff of the policy, whatever the day of the call. */
  calculateChange(context: Pick<OperationContext, 'environment'>, change: LineChange<C>): CalculatedChange;
  riskHash(questionnaire: Questionnaires[C]): string;
}

export interface LineRenewer<C extends LineCode> {
  nextYear(context: OperationContext, policy: ApplicationRecord<C>): Promise<NextYear<C>>;
}

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
  /** Ids in the order of the price; empty where objects have none. */
  readonly objectIds: readonly number[];
  readonly groupTitle?: (group: string) => string | null;
  readonly deductibleOf?: (cover: string) => string | null;
}
