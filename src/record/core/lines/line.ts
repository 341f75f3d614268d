import type { Occasion, UserCaller } from '../../../common/caller.js';
import type { Language } from '../../../common/language.js';
import type { Tariff } from '../../../pricing/tariff.js';
import type { Transaction } from '../../../store/store.js';
import type { ApplicationRecord } from '../applications/application.js';
import type { Approval } from '../applications/approval.js';
import type { CalculatedApplication } from '../applications/calculated-application.js';
import type { Contract } from './contract-description.js';
import type { Person } from '../parties/person.js';
import type { QuestionForm } from '../../reference/products/question-form.js';
import type { LineCode, Questionnaires } from '../../reference/products/questionnaires.js';

/** A line of business, as far as it differs from the others. The module of the line registers one. */
export interface Line<C extends LineCode = LineCode> {
  readonly code: C;
  readonly reader: QuestionnaireReader<C>;
  readonly calculator: LineCalculator<C>;
  readonly renewer: LineRenewer<C>;
  /** Client, insured and everybody else of the application, as the register of parties takes them. */
  personsOf(questionnaire: Questionnaires[C]): Person[];
  /** The plate of the vehicle that is insured; null in a line without vehicles. One plate has one policy at a time. */
  plateOf(questionnaire: Questionnaires[C]): string | null;
  /** The questionnaire as people read it: its questions with their labels, in the order of the form. */
  readonly form: QuestionForm<Questionnaires[C]>;
  /** The contract in the words that are printed, in the language. `tariff` is the one that priced it; it gives the titles of bundles. */
  contractOf(questionnaire: Questionnaires[C], language: Language, tariff?: Tariff): Contract;
  /** The application as the service of the line returns it. */
  toResponse(application: ApplicationRecord<C>, caller: UserCaller): object;
}

/** Reads what an agent sends. Both throw a DomainError with every fault at once. */
export interface QuestionnaireReader<C extends LineCode> {
  readNew(caller: UserCaller, body: unknown): Promise<Questionnaires[C]>;
  /** Over the stored one: what is absent keeps its value. */
  readUpdate(caller: UserCaller, body: unknown, stored: Questionnaires[C]): Promise<Questionnaires[C]>;
}

/** Prices questionnaires. */
export interface LineCalculator<C extends LineCode> {
  /** An approval counts for the risk it was given for: then its terms apply, and what was referred may proceed. */
  calculate(occasion: Occasion, questionnaire: Questionnaires[C], approval: Approval | null): CalculatedApplication;
  /** Equal for equal risks: an approval is good for one of them. */
  riskHash(questionnaire: Questionnaires[C]): string;
}

/** Carries a policy over into its next year. */
export interface LineRenewer<C extends LineCode> {
  nextYear(occasion: Occasion, policy: ApplicationRecord<C>): Promise<NextYear<C>>;
}

/** The next year of a policy: its questionnaire from the anniversary on, the items with new ids. */
export interface NextYear<C extends LineCode = LineCode> {
  readonly questionnaire: Questionnaires[C];
  /** Written in the renewal's transaction. */
  readonly also?: (tx: Transaction) => Promise<void>;
}
