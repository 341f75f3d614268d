import type { Schema } from '../../api/schema.js';
import type { Spec } from '../../forms/draft.js';
import type { Companies } from './person-fields.js';

export const STEPS = ['risk', 'bundle', 'client'] as const;

export type Step = (typeof STEPS)[number];

/** Fields of a guided form, by step and together. */
export type QuoteParts = Readonly<Record<Step | 'all', readonly Spec[]>>;

/** Person types that are companies. */
export function companiesOf(personTypes: readonly unknown[] = []): Companies {
  const types = personTypes as readonly Schema<'PersonTypeItemResponse'>[];
  return new Set(types.filter(({ individual }) => !individual).map(({ code }) => code));
}
