import { LANGUAGES, type Language, type Text } from '../../../common/language.js';
import type { ReadableConflict } from '../../core/amendments/amendment.js';
import { formatValues, type AnswerChange } from '../../reference/products/answer-changes.js';

export function buildReadableConflict(path: string, theirs: readonly AnswerChange[], yours: readonly AnswerChange[]): ReadableConflict {
  const [their, your] = [theirs, yours].map((changes) => changes.filter(({ key }) => isAt(key.replaceAll('#', ''), path)));
  const [first, second] = [...(your ?? []), ...(their ?? [])].filter(
    ({ key }, index, all) => all.findIndex((other) => other.key === key) === index,
  );
  const title = first && join((language) => [first.group[language], second ? '' : first.label[language]].filter(Boolean).join(' · '));
  const isOne = second === undefined;
  return { title: title ?? null, theirs: formatChanges(their ?? [], isOne), yours: formatChanges(your ?? [], isOne) };
}

function isAt(key: string, path: string): boolean {
  return key.startsWith(path) && (key.length === path.length || '.['.includes(key.charAt(path.length)));
}

function formatChanges(changes: readonly AnswerChange[], isOne: boolean): Text | null {
  const given = changes.filter(({ after }) => after.length > 0);
  if (given.length === 0) return null;
  const format = ({ label, after }: AnswerChange, language: Language): string => {
    const value = formatValues(after, language) ?? '';
    return isOne ? value : `${label[language]}: ${value}`;
  };
  return join((language) => given.map((change) => format(change, language)).join(', '));
}

function join(format: (language: Language) => string): Text {
  return Object.fromEntries(LANGUAGES.map((language) => [language, format(language)])) as unknown as Text;
}
