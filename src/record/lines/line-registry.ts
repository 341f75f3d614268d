import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Occasion, UserCaller } from '../../common/caller.js';
import type { Language } from '../../common/language.js';
import type { Tariff } from '../../pricing/tariff.js';
import type { ApplicationRecord } from '../applications/application.js';
import type { Approval } from '../applications/approval.js';
import type { CalculatedApplication } from '../applications/calculated-application.js';
import type { Contract } from '../issue/contract-description.js';
import type { QuestionForm } from './question-form.js';
import type { Person } from '../parties/person.js';
import { LINE_CODES } from './line-table.js';
import type { Line } from './line.js';
import type { LineCode } from './questionnaires.js';

/** The lines of business by their code. Each registers itself, so that the record serves all of them without knowing them. */
@Injectable()
export class LineRegistry implements OnApplicationBootstrap {
  private readonly lines = {} as { [C in LineCode]: Line<C> };

  register<C extends LineCode>(line: Line<C>): void {
    Object.assign(this.lines, { [line.code]: line });
  }

  /** A row of the line table without its line, or the other way round, does not start. */
  onApplicationBootstrap(): void {
    const registered = Object.keys(this.lines).toSorted().join();
    const listed = LINE_CODES.toSorted().join();
    if (registered !== listed) throw new Error(`lines of the table: ${listed}; registered: ${registered}`);
  }

  of<C extends LineCode>(code: C): Line<C> {
    if (!(code in this.lines)) throw new Error(`no module registers the line ${code}`);
    return this.lines[code];
  }

  calculate<C extends LineCode>(
    occasion: Occasion,
    { line, questionnaire }: ApplicationRecord<C>,
    approval: Approval | null,
  ): CalculatedApplication {
    return this.of<C>(line).calculator.calculate(occasion, questionnaire, approval);
  }

  riskHash<C extends LineCode>({ line, questionnaire }: ApplicationRecord<C>): string {
    return this.of<C>(line).calculator.riskHash(questionnaire);
  }

  contractOf<C extends LineCode>({ line, questionnaire }: ApplicationRecord<C>, language: Language, tariff?: Tariff): Contract {
    return this.of<C>(line).contractOf(questionnaire, language, tariff);
  }

  personsOf<C extends LineCode>({ line, questionnaire }: ApplicationRecord<C>): Person[] {
    return this.of<C>(line).personsOf(questionnaire);
  }

  /** Returns the form of any line, for code that walks it. */
  formOf(line: LineCode): QuestionForm<object> {
    return this.of(line).form as QuestionForm<object>;
  }

  toResponse<C extends LineCode>(application: ApplicationRecord<C>, caller: UserCaller): object {
    return this.of<C>(application.line).toResponse(application, caller);
  }
}
