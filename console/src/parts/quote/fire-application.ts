import type { Schema } from '../../api/schema.js';
import { requestOf, textsOf, valueAt, type Draft, type Spec } from '../../forms/draft.js';
import type { QuoteParts } from './quote-parts.js';

export type FireQuote = Schema<'FireQuoteRequest'>;

export type FireApplication = Schema<'FireApplicationRequest'>['fire_application'];

/** Returns the prefecture of a postcode, by its longest matching prefix. */
function prefectureOf(prefectures: readonly Schema<'PrefectureItemResponse'>[], postCode: string): string {
  const found = prefectures
    .flatMap(({ code, postcodePrefixes }) => postcodePrefixes.map((prefix) => ({ code, prefix })))
    .filter(({ prefix }) => postCode.startsWith(prefix))
    .sort((one, other) => other.prefix.length - one.prefix.length);
  return found[0]?.code ?? '';
}

/** Fields of an object that a quote does not accept, because only an application needs them. */
const NOT_QUOTED = new Set([
  'object_id',
  'kind_of_risk',
  'address',
  'address_number',
  'city',
  'post_code',
  'latitude',
  'longitude',
  'building_floors',
  'construction_of_walls',
  'bordering',
  'building_improvements',
  'atak',
  'co-owners',
  'mortgages_loans',
]);

function objectsOf(specs: readonly Spec[], draft: Draft): Record<string, unknown>[] {
  const objects = requestOf(specs, draft)['objects_insured'] as Record<string, unknown>[] | undefined;
  return (objects ?? []).map((object) => ({ ...object, building_year_piping: object['building_year_piping'] ?? object['building_year'] }));
}

export function quotesOf({ all }: QuoteParts, draft: Draft, prefectures: readonly Schema<'PrefectureItemResponse'>[]): FireQuote[] {
  return objectsOf(all, draft).map((object) => {
    const asked = Object.fromEntries(Object.entries(object).filter(([name]) => !NOT_QUOTED.has(name)));
    const claims = object['claims_history'] as readonly Record<string, unknown>[] | undefined;
    return {
      ...asked,
      ...(claims && { claims_history: claims.map(({ claim_id: _id, ...claim }) => claim) }),
      prefecture_code: prefectureOf(prefectures, String(object['post_code'])),
    } as unknown as FireQuote;
  });
}

/** A marketing consent that is asked for. */
export type Consent = Pick<Schema<'MarketingConsentItemResponse'>, 'masterId' | 'id'>;

/** Builds the application from the draft. The client is also the insured unless another person is entered. */
export function fireApplicationOf(specs: readonly Spec[], draft: Draft, consents: readonly Consent[]): FireApplication {
  const { client, insured = client, ...rest } = requestOf(specs, draft);
  const given = new Set(textsOf(valueAt(draft, 'client.consents')));
  const answers = consents.map(({ masterId, id }) => ({ master_id: masterId, id, answer: given.has(String(id)) ? '1' : '0' }));
  return {
    ...rest,
    client: { ...(client as object), consents: answers },
    insured,
    objects_insured: objectsOf(specs, draft),
  } as unknown as FireApplication;
}
