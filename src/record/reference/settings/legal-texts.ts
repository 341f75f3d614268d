import type { Text } from '../../../common/language.js';

export interface LegalTexts {
  /** Counts the changes from 1; printed on policies, terms and the privacy notice. */
  readonly version: number;
  readonly fire: LineTexts;
  readonly motor: LineTexts;
  readonly withdrawal: RightTexts;
  readonly objection: RightTexts;
  readonly complaints: ComplaintTexts;
  readonly outOfCourt: Text;
  readonly privacyNotice: Text;
}

export interface LineTexts {
  readonly generalConditions: GeneralConditions;
  readonly claims: ClaimTexts;
}

export interface GeneralConditions {
  readonly title: Text;
  readonly reference: string;
  readonly version: string;
  readonly url: string;
}

export interface ClaimTexts {
  readonly text: Text;
  readonly phone: string;
  readonly hours: Text;
  readonly address: Text;
  readonly email: string;
  /** For accidents of two vehicles; otherwise null. */
  readonly friendlySettlementPhone: string | null;
}

export interface RightTexts {
  /** Replaces `{days}` in the text. */
  readonly days: number;
  readonly text: Text;
  readonly form: Text;
}

export interface ComplaintTexts {
  /** To answer a complaint; replaces `{days}` in the text. */
  readonly days: number;
  readonly department: Text;
  readonly address: Text;
  readonly phone: string;
  readonly email: string;
  readonly text: Text;
}

export const PLACEHOLDERS = ['days', 'insurer', 'address', 'email', 'policyNo'] as const;

const PLACE = /\{([^{}]*)\}/g;

export function fillIn(text: string, values: Readonly<Record<string, string | undefined>>): string {
  return text.replace(PLACE, (place, name: string) => values[name] ?? place);
}

export function listPlaceholders(text: string): string[] {
  return [...text.matchAll(PLACE)].map(([, name = '']) => name);
}

export function findLineTexts(texts: LegalTexts, line: string): LineTexts | undefined {
  return line === 'fire' || line === 'motor' ? texts[line] : undefined;
}
