import type { MessageId } from '../messages/el.js';

/** Months between payments, with their titles. */
export const FREQUENCIES = [
  ['12', 'quote.yearly'],
  ['6', 'quote.halfYearly'],
  ['3', 'quote.quarterly'],
] as const satisfies readonly (readonly [string, MessageId])[];
