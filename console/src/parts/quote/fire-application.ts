import type { Schema } from '../../api/schema.js';
import { requestOf, textsOf, valueAt, type Draft, type Spec } from '../../forms/draft.js';
import { QUOTED_OBJECTS } from './fire-fields.js';

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

type FireObject = Readonly<Record<string, unknown>>;

function objectsOf(specs: readonly Spec[], draft: Draft): FireObject[] {
  return (requestOf(specs, draft)['objects_insured'] as FireObject[] | undefined) ?? [];
}

/** Rated fields that a quote takes in another form, or not at all. */
const NOT_QUOTED = new Set(['object_id', 'kind_of_risk', 'post_code', 'claims_history']);

export function fireQuotesOf(draft: Draft, prefectures: readonly Schema<'PrefectureItemResponse'>[]): FireQuote[] {
  return objectsOf([QUOTED_OBJECTS], draft).map((object) => {
    const rated = Object.fromEntries(Object.entries(object).filter(([name]) => !NOT_QUOTED.has(name)));
    const claims = object['claims_history'] as readonly FireObject[] | undefined;
    return {
      ...rated,
      ...(claims && { claims_history: claims.map(({ claim_id: _id, ...claim }) => claim) }),
      prefecture_code: prefectureOf(prefectures, String(object['post_code'])),
    } as unknown as FireQuote;
  });
}

/** A marketing consent that is asked for. */
export type Consent = Pick<Schema<'MarketingConsentItemResponse'>, 'masterId' | 'id'>;

/**
 * Builds the application from the draft. The client is also the insured unless another person is entered, and may have
 * the address of the first object.
 */
export function fireApplicationOf(specs: readonly Spec[], draft: Draft, consents: readonly Consent[]): FireApplication {
  const { client: typed, insured, ...rest } = requestOf(specs, draft);
  const objects = objectsOf(specs, draft);
  const client = { ...(typed as object), ...(valueAt(draft, 'client.isSameAddress') === '1' ? addressOf(objects[0]) : {}) };
  const given = new Set(textsOf(valueAt(draft, 'client.consents')));
  const answers = consents.map(({ masterId, id }) => ({ master_id: masterId, id, answer: given.has(String(id)) ? '1' : '0' }));
  return {
    ...rest,
    client: { ...client, consents: answers },
    insured: insured ?? client,
    objects_insured: objects,
  } as unknown as FireApplication;
}

function addressOf({ address, address_number: number, city, post_code: postCode }: FireObject = {}): FireObject {
  return { address: [address, number].filter(Boolean).join(' '), city, post_code: postCode };
}
