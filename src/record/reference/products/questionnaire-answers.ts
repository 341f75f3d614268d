import type { Language, Text } from '../../../common/language.js';
import { type Class, getField, listFixedValues, listNameOf } from '../../../common/validation/dto.js';
import { isRecord } from '../../../common/validation/checks.js';
import type { AnyQuestion, AnyQuestions, DecodedBy, QuestionForm } from './question-form.js';

type Value = string | number | boolean;

export interface AnswerValue {
  readonly value: Value;
  readonly title: Text | null;
}

export interface Answer {
  /** Path with the ids of list items, the same in every version. */
  readonly key: string;
  /** Path in this questionnaire: `objects_insured[0].city`. */
  readonly path: string;
  readonly label: Text;
  readonly values: readonly AnswerValue[];
  readonly isAssigned?: boolean;
}

export interface AnswerGroup {
  readonly path: string;
  readonly title: Text;
  readonly answers: readonly Answer[];
}

export interface Titles {
  ofList(list: string, code: string | number): Text | null;
  by(kind: DecodedBy, code: string | number): Text | null;
}

const YES_NO: Readonly<Record<string, Text>> = { '0': { el: 'Όχι', en: 'No' }, '1': { el: 'Ναι', en: 'Yes' } };

interface Part {
  readonly value: Readonly<Record<string, unknown>> | null;
  readonly fields: AnyQuestions;
  readonly dto: Class | null;
  readonly key: string;
  readonly path: string;
  readonly title: Text;
}

export function buildAnswers(form: QuestionForm<object>, questionnaire: object, titles: Titles): AnswerGroup[] {
  const fields = form.fields as unknown as AnyQuestions;
  const value = questionnaire as Readonly<Record<string, unknown>>;
  const root = { value, fields, dto: form.dto, key: '', path: '', title: { el: '', en: '' } };
  const sections = form.sections as QuestionForm<Record<string, unknown>>['sections'];
  const groups: { path: string; title: Text; answers: Answer[] }[] = [];
  for (const answer of listPlainAnswers(root, titles)) {
    const section = sections.find(({ from }) => from === answer.key);
    if (section !== undefined || groups.length === 0) groups.push({ path: '', title: section?.title ?? root.title, answers: [] });
    groups.at(-1)?.answers.push(answer);
  }
  return [...groups, ...listGroups(root, titles)];
}

function listAnswerGroups(part: Part, titles: Titles): AnswerGroup[] {
  const own = { path: part.path, title: part.title, answers: part.value === null ? [] : listPlainAnswers(part, titles) };
  return [own, ...(part.value === null ? [] : listGroups(part, titles))];
}

function listPlainAnswers(part: Part, titles: Titles): Answer[] {
  const known = Object.entries(part.fields).filter(([, { fields }]) => fields === undefined);
  const unknown = Object.keys(part.value ?? {}).filter((name) => !(name in part.fields));
  return [
    ...known.map(([name, question]) => answerTo(part, name, question, titles)),
    ...unknown.map((name) => answerTo(part, name, { label: { el: name, en: name } }, titles)),
  ];
}

function answerTo({ value, dto, key, path }: Part, name: string, question: AnyQuestion, titles: Titles): Answer {
  const values = listValues(value?.[name], question).map((one) => ({ value: one, title: findTitle(one, dto, name, question, titles) }));
  const isAssigned = question.isAssigned === true;
  return { key: buildPath(key, name), path: buildPath(path, name), label: question.label, values, isAssigned };
}

function listValues(value: unknown, { isDelimited }: AnyQuestion): Value[] {
  if (value === undefined || value === null) return [];
  if (isDelimited && typeof value === 'string') return value.split(' ').filter((code) => code !== '');
  return (Array.isArray(value) ? (value as unknown[]) : [value]).map((one) =>
    typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean' ? one : JSON.stringify(one),
  );
}

function findTitle(value: Value, dto: Class | null, name: string, { by }: AnyQuestion, titles: Titles): Text | null {
  if (typeof value === 'boolean') return YES_NO[value ? '1' : '0'] ?? null;
  if (by !== undefined) return titles.by(by, value);
  const field = dto === null ? undefined : getField(dto, name);
  if (field === undefined) return null;
  const list = listNameOf(field);
  if (list !== null) return titles.ofList(list, value);
  return listFixedValues(field)?.join() === '0,1' ? (YES_NO[value] ?? null) : null;
}

function listGroups(part: Part, titles: Titles): AnswerGroup[] {
  return Object.entries(part.fields).flatMap(([name, question]) =>
    question.fields === undefined ? [] : listParts(part, name, question, titles).flatMap((one) => listAnswerGroups(one, titles)),
  );
}

function listParts(
  { value, dto, key, path, title }: Part,
  name: string,
  { label, key: keyField, fields = {} }: AnyQuestion,
  titles: Titles,
): Part[] {
  const own = value?.[name];
  const nested = (dto === null ? undefined : getField(dto, name)?.nested)?.() ?? null;
  const part = (one: unknown, step: string, place: string, number: Text): Part => ({
    value: isRecord(one) ? one : null,
    fields,
    dto: nested,
    key: step,
    path: place,
    title: { el: titled(title.el, label.el + number.el), en: titled(title.en, label.en + number.en) },
  });
  const [step, place] = [buildPath(key, name), buildPath(path, name)];
  if (keyField === undefined || !Array.isArray(own) || own.length === 0) return [part(own, step, place, { el: '', en: '' })];
  const ids = (own as unknown[]).map((one) => (keyField !== null && isRecord(one) ? `#${String(one[keyField])}` : ''));
  return (own as unknown[]).map((one, index) => {
    const id = ids[index]!;
    const isOwn = id !== '' && ids.indexOf(id) === ids.lastIndexOf(id);
    const named = keyField === null ? null : findKeyTitle(one, nested, keyField, fields, titles);
    const number = (language: Language): string => ` ${index + 1}${named === null ? '' : `: ${named[language]}`}`;
    return part(one, `${step}[${isOwn ? id : index}]`, `${place}[${index}]`, { el: number('el'), en: number('en') });
  });
}

function findKeyTitle(item: unknown, dto: Class | null, keyField: string, fields: AnyQuestions, titles: Titles): Text | null {
  const question = fields[keyField];
  if (question === undefined || !isRecord(item)) return null;
  const [code] = listValues(item[keyField], question);
  return code === undefined ? null : findTitle(code, dto, keyField, question, titles);
}

function titled(owner: string, label: string): string {
  return owner === '' ? label : `${owner} · ${label}`;
}

function buildPath(owner: string, name: string): string {
  return owner === '' ? name : `${owner}.${name}`;
}
