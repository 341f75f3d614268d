import type { FireQuestionnaire } from './fire-questionnaire.js';
import type { MotorQuestionnaire } from './motor-questionnaire.js';

/** The lines that this program is built with, and what each one keeps of an application. A new line is a property here and a row in `line-table.ts`. */
export interface OwnQuestionnaires {
  readonly fire: FireQuestionnaire;
  readonly motor: MotorQuestionnaire;
}

/** All lines: the program's own, and those that a module from outside adds by declaration merging (test/lines does). */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface Questionnaires extends OwnQuestionnaires {}

export type LineCode = keyof Questionnaires;
