import type { Text } from '../../../common/language.js';

/** What the insurer's lawyers say on policies, in both languages (documents.17). */
export interface LegalTexts {
  /** Counts the changes; the first is 1. A policy says which one it was printed with. */
  readonly version: number;
  readonly fire: LineTexts;
  readonly motor: LineTexts;
  readonly withdrawal: RightTexts;
  readonly objection: RightTexts;
  readonly complaints: ComplaintTexts;
  /** Who settles a dispute out of court, and the supervisor. */
  readonly outOfCourt: Text;
}

/** What only concerns a line of business. */
export interface LineTexts {
  readonly generalConditions: GeneralConditions;
  readonly claims: ClaimTexts;
}

export interface GeneralConditions {
  readonly title: Text;
  readonly reference: string;
  readonly version: string;
  /** Where they are read. */
  readonly url: string;
}

/** Where a claim is reported. */
export interface ClaimTexts {
  readonly text: Text;
  readonly phone: string;
  readonly hours: Text;
  readonly address: Text;
  readonly email: string;
  /** For accidents of two vehicles; null in a line without. */
  readonly friendlySettlementPhone: string | null;
}

/** A right of the policyholder with the form by which it is exercised. */
export interface RightTexts {
  /** Stands in the text as `{days}`. */
  readonly days: number;
  readonly text: Text;
  readonly form: Text;
}

export interface ComplaintTexts {
  /** Within so many days a complaint is answered; stands in the text as `{days}`. */
  readonly days: number;
  readonly department: Text;
  readonly address: Text;
  readonly phone: string;
  readonly email: string;
  readonly text: Text;
}

/** What stands for a figure or name in a text, and is printed in its place. */
export const PLACEHOLDERS = ['days', 'insurer', 'address', 'email', 'policyNo'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

const PLACE = /\{([^{}]*)\}/g;

/** The text with every placeholder filled in; one without a value stays as it stands. */
export function fillIn(text: string, values: Partial<Readonly<Record<Placeholder, string>>>): string {
  return text.replace(PLACE, (place, name: Placeholder) => values[name] ?? place);
}

/** The names in braces that a text has, each as often as it has it. */
export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(PLACE)].map(([, name = '']) => name);
}

/** Those of a line of business; a line of which the settings say nothing has none. */
export function textsOfLine(texts: LegalTexts, line: string): LineTexts | undefined {
  return line === 'fire' || line === 'motor' ? texts[line] : undefined;
}
