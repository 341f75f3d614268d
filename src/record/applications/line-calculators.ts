import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../common/athens.js';
import type { Occasion } from '../../common/caller.js';
import type { Tariff } from '../../pricing/tariff.js';
import type { ApplicationRecord } from './application.js';
import type { Approval } from './approval.js';
import type { RatedFields } from './calculated-application.js';
import type { Line } from './state-table.js';
import type { CalculatedStatus } from './status.js';

/** A calculation of the stored facts, as of the moment of a call. */
export interface CalculatedApplication {
  readonly status: CalculatedStatus;
  /** Everything of the record that follows from the questionnaire. */
  readonly fields: RatedFields;
  /** Undefined when none is valid at the start. */
  readonly tariff: Tariff | undefined;
  /** Last day on which the stored price stands although a new calculation may differ; absent where nothing is frozen. */
  readonly frozenUntil?: LocalDate;
}

/** How a line prices its applications. */
export interface LineCalculator {
  calculate(occasion: Occasion, questionnaire: unknown, approval: Approval | null): CalculatedApplication;
  riskHash(questionnaire: unknown): string;
}

/** The lines register how they price, so that underwriting and acceptance serve all of them without knowing them. */
@Injectable()
export class LineCalculators {
  private readonly calculators = new Map<Line, LineCalculator>();

  register(line: Line, calculator: LineCalculator): void {
    this.calculators.set(line, calculator);
  }

  calculate(occasion: Occasion, application: ApplicationRecord, approval: Approval | null): CalculatedApplication {
    return this.of(application.line).calculate(occasion, application.questionnaire, approval);
  }

  riskHash(application: ApplicationRecord): string {
    return this.of(application.line).riskHash(application.questionnaire);
  }

  private of(line: Line): LineCalculator {
    const calculator = this.calculators.get(line);
    if (!calculator) throw new Error(`no service prices ${line} applications`);
    return calculator;
  }
}
