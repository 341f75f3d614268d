import { isDeepStrictEqual } from 'node:util';
import type { Language, Text } from '../../../common/language.js';
import type { Answer, AnswerGroup, AnswerValue } from './questionnaire-answers.js';

export interface AnswerChange {
  readonly key: string;
  readonly path: string;
  readonly group: Text;
  readonly label: Text;
  readonly before: readonly AnswerValue[];
  readonly after: readonly AnswerValue[];
}

export function listAnswerChanges(before: readonly AnswerGroup[], after: readonly AnswerGroup[]): AnswerChange[] {
  const [earlier, later] = [placed(before), placed(after)];
  const changes: AnswerChange[] = [];
  for (const [key, { answer: now, group }] of later) {
    const was = earlier.get(key)?.answer.values ?? [];
    if (!sameValues(was, now.values)) changes.push({ key, path: now.path, group, label: now.label, before: was, after: now.values });
  }
  for (const [key, { answer: was, group }] of earlier)
    if (!later.has(key) && was.values.length > 0)
      changes.push({ key, path: was.path, group, label: was.label, before: was.values, after: [] });
  return changes;
}

function placed(groups: readonly AnswerGroup[]): Map<string, { readonly answer: Answer; readonly group: Text }> {
  return new Map(groups.flatMap(({ title, answers }) => answers.map((one) => [one.key, { answer: one, group: title }] as const)));
}

/** Titles can change without a change of the application. */
function sameValues(one: readonly AnswerValue[], other: readonly AnswerValue[]): boolean {
  return isDeepStrictEqual(
    one.map(({ value }) => value),
    other.map(({ value }) => value),
  );
}

export function formatValues(values: readonly AnswerValue[], language: Language): string | null {
  return values.length === 0 ? null : values.map(({ value, title }) => title?.[language] ?? String(value)).join(', ');
}
