import type { Text } from '../../../common/language.js';
import type { Class } from '../../../common/validation/dto.js';

export type DecodedBy = 'bundle' | 'cover' | 'discount' | 'agent' | 'consent' | 'consentGroup' | 'payFrequency';

export interface Question {
  readonly label: Text;
  readonly by?: DecodedBy;
  readonly isDelimited?: true;
  readonly isAssigned?: true;
}

export interface QuestionGroup<T> {
  readonly label: Text;
  readonly fields: Questions<T>;
}

/** `key` identifies an object over all versions; null for its place. */
export interface QuestionList<T> extends QuestionGroup<T> {
  readonly key: (keyof T & string) | null;
}

type QuestionOf<V> = V extends readonly (infer Item)[]
  ? Item extends object
    ? QuestionList<Item>
    : Question
  : V extends object
    ? QuestionGroup<V>
    : Question;

export type Questions<T> = { readonly [Field in keyof T]-?: QuestionOf<NonNullable<T[Field]>> };

export type AnyQuestion = Question & Partial<Pick<QuestionList<never>, 'key'>> & { readonly fields?: AnyQuestions };
export type AnyQuestions = Readonly<Record<string, AnyQuestion>>;

export interface QuestionForm<T> {
  readonly dto: Class;
  readonly sections: readonly { readonly title: Text; readonly from: keyof T & string }[];
  readonly fields: Questions<T>;
}

export function ask(el: string, en: string, by?: DecodedBy): Question {
  return { label: { el, en }, ...(by && { by }) };
}

export function buildAssigned(el: string, en: string): Question {
  return { label: { el, en }, isAssigned: true };
}

export function askDelimited(el: string, en: string, by: DecodedBy): Question {
  return { label: { el, en }, by, isDelimited: true };
}

export function askGroup<T>(el: string, en: string, fields: Questions<T>): QuestionGroup<T> {
  return { label: { el, en }, fields };
}

export function askList<T>(label: Text, key: (keyof T & string) | null, fields: Questions<T>): QuestionList<T> {
  return { label, key, fields };
}
