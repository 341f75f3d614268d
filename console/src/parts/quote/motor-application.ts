import type { Schema } from '../../api/schema.js';
import { requestOf, type Draft, type Spec } from '../../forms/draft.js';
import type { QuoteParts } from './quote-parts.js';

export type MotorQuote = Schema<'PricingParamRequest'>;

/** Lists of codes are sent as one text. */
function withCodes({ extraCovers, discountCodes, ...rest }: Record<string, unknown>): Record<string, unknown> {
  const joined = { extraCovers, discountCodes };
  const texts = Object.entries(joined).flatMap(([name, codes]) => (codes === undefined ? [] : [[name, (codes as string[]).join(' ')]]));
  return { ...rest, ...(Object.fromEntries(texts) as Record<string, string>) };
}

export function motorQuoteOf({ risk, bundle }: QuoteParts, draft: Draft): MotorQuote {
  return withCodes(requestOf([...risk, ...bundle], draft));
}

/** Builds the application from the draft, which the API validates. */
export function motorApplicationOf(specs: readonly Spec[], draft: Draft): Schema<'MotorApplicationRequest'> {
  return withCodes(requestOf(specs, draft)) as unknown as Schema<'MotorApplicationRequest'>;
}
