import type { Text } from '../../../common/language.js';
import type { Class } from '../../../common/validation/dto.js';

/** What says the title of a value that no reference list of the DTO and no 0 or 1 does. */
export type DecodedBy = 'bundle' | 'cover' | 'discount' | 'agent' | 'consent' | 'consentGroup' | 'payFrequency';

/** A question with one answer, or with several plain ones. */
export interface Question {
  readonly label: Text;
  readonly by?: DecodedBy;
  /** Codes that are kept as one text, with blanks between them. */
  readonly isDelimited?: true;
}

/** An object of its own within the questionnaire: a person, a freeze. */
export interface QuestionGroup<T> {
  readonly label: Text;
  readonly fields: Questions<T>;
}

/** A list of objects; `key` names the field that tells one from the other over all versions, their place does where there is none. */
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

/** Every field of what is kept, in the order of the form: a field without its question does not compile. */
export type Questions<T> = { readonly [Field in keyof T]-?: QuestionOf<NonNullable<T[Field]>> };

/** The same as it is walked, whatever it is of. */
export type AnyQuestion = Question & Partial<Pick<QuestionList<never>, 'key'>> & { readonly fields?: AnyQuestions };
export type AnyQuestions = Readonly<Record<string, AnyQuestion>>;

/** How people read what a line keeps of an application. */
export interface QuestionForm<T> {
  /** What agents send: it says of which list a code is. */
  readonly dto: Class;
  /** Headings over the plain fields, each from a field on. */
  readonly sections: readonly { readonly title: Text; readonly from: keyof T & string }[];
  readonly fields: Questions<T>;
}

/** `ask('Πόλη', 'City')`. */
export function ask(el: string, en: string, by?: DecodedBy): Question {
  return { label: { el, en }, ...(by && { by }) };
}

export function askDelimited(el: string, en: string, by: DecodedBy): Question {
  return { label: { el, en }, by, isDelimited: true };
}

export function group<T>(el: string, en: string, fields: Questions<T>): QuestionGroup<T> {
  return { label: { el, en }, fields };
}

export function list<T>(label: Text, key: (keyof T & string) | null, fields: Questions<T>): QuestionList<T> {
  return { label, key, fields };
}
