import { type Class, listFieldNames, getField } from '../../src/common/validation/dto.js';
import type { AnyQuestions, QuestionForm } from '../../src/record/reference/products/question-form.js';

/**
 * Lists fields of the DTO without a question and questions without a label in both languages, each as `path: reason`.
 */
export function listFormDifferences<T>({ dto, sections, fields }: QuestionForm<T>): string[] {
  const questions = fields as unknown as AnyQuestions;
  const lost = sections.filter(({ from }) => questions[from]?.fields !== undefined || !(from in questions));
  return [
    ...listQuestionDifferences(dto, questions, ''),
    ...lost.map(({ from }) => `${from}: begins a section but is not a plain question`),
    ...sections.flatMap(({ title, from }) => listTextDifferences(title, `section from ${from}`)),
  ];
}

function listQuestionDifferences(dto: Class, questions: AnyQuestions, owner: string): string[] {
  const missing = listFieldNames(dto).filter((name) => !(name in questions));
  return [
    ...missing.map((name) => `${owner}${name}: no question`),
    ...Object.entries(questions).flatMap(([name, { label, fields }]) => {
      const nested = getField(dto, name)?.nested?.();
      if ((nested === undefined) !== (fields === undefined) && getField(dto, name) !== undefined)
        return [`${owner}${name}: is nested only in the DTO or only in the form`];
      return [
        ...listTextDifferences(label, owner + name),
        ...(nested && fields ? listQuestionDifferences(nested, fields, `${owner}${name}.`) : []),
      ];
    }),
  ];
}

function listTextDifferences({ el, en }: { readonly el: string; readonly en: string }, place: string): string[] {
  const isGreek = /\p{Script=Greek}/u.test(el) || el === 'Email';
  return isGreek && /[A-Za-z]/.test(en) && !/\p{Script=Greek}/u.test(en) ? [] : [`${place}: ${el} / ${en}`];
}
