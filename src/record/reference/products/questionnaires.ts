import type { FireQuestionnaire } from './fire-questionnaire.js';
import type { MotorQuestionnaire } from './motor-questionnaire.js';

/** Stored questionnaires of the built-in lines. A new line also needs a row in `line-table.ts`. */
export interface OwnQuestionnaires {
  readonly fire: FireQuestionnaire;
  readonly motor: MotorQuestionnaire;
}

/** All lines, with those that declaration merging adds (test/lines). */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface Questionnaires extends OwnQuestionnaires {}

export type LineCode = keyof Questionnaires;
