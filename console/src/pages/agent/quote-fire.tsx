import { Checkbox, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { call } from '../../api/client.js';
import type { Problem } from '../../api/problem.js';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { useCodeLists } from '../../forms/code-lists.js';
import { blankOf, draftsOf, faultAt, requestOf, textOf, textsOf, valueAt, withValue, type Draft, type Spec } from '../../forms/draft.js';
import { DraftFields } from '../../forms/draft-fields.js';
import { useDraft, type DraftForm } from '../../forms/use-draft.js';
import { useInName } from '../../frame/agent.js';
import { useText } from '../../messages/language.js';
import { useDelayed } from '../../parts/form-dialog.js';
import { useAction } from '../../parts/form.js';
import { today } from '../../parts/format.js';
import { Loaded } from '../../parts/states.js';
import { FIRE_DISCOUNTS, fireForm, type FireForm } from './fire-fields.js';
import { Offers, Priced, QuoteFrame, stepsOf, companiesOf, type Offer, type Step } from './quote-frame.js';

const DRAFT = 'quote.fire';
const LISTS = ['personTypes', 'prefectures', 'marketingConsents'];
const GROUPS = ['groupsInsured'] as const;
type FireQuote = Schema<'FireQuoteRequest'>;
type FireApplication = Schema<'FireApplicationRequest'>['fire_application'];

/** Maps a path of the API to the form: a quote has only objects, and its prefecture follows from the postcode. */
function placed(path: string): string {
  return path
    .replace(/^fire_application\./, '')
    .replace(/^bundles\[/, 'objects_insured[')
    .replace(/\.prefecture_code$/, '.post_code');
}

/** Guided form from the risk to a fire application. */
export function FireQuotePage(): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const lists = useCodeLists(LISTS);
  const known = [...companiesOf(lists['personTypes'])].join(' ');
  const parts = useMemo(() => fireForm(new Set(known.split(' '))), [known]);
  const [step, setStep] = useState<Step>('risk');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [offers, setOffers] = useState<readonly (readonly Offer[])[]>([]);
  const isDone = useRef(false);
  const initial = useMemo(() => withValue(blankOf(parts.all), 'start_date', today()), [parts]);
  const { agent } = useInName();
  const form = useDraft(parts.all, initial, `${DRAFT}.${agent ?? ''}`, problem, placed);
  const prefectures = (lists['prefectures'] ?? []) as unknown as readonly Schema<'PrefectureItemResponse'>[];
  const consents = (lists['marketingConsents'] ?? []) as unknown as readonly Schema<'MarketingConsentItemResponse'>[];
  const quotes = quotesOf(parts, form.draft, prefectures);
  const quote = useAction(async () => {
    const open = quotes.map(({ bundle_code: _bundle, extra_covers: _covers, ...risk }) => risk);
    setOffers(await priceOf(open));
    setProblem(null);
    setStep('bundle');
  });
  const insert = useAction(
    (key) =>
      call('post', '/fire-api/rsc/applications', { key, body: { fire_application: fireApplicationOf(parts.all, form.draft, consents) } }),
    ({ body }) => {
      isDone.current = true;
      form.forget();
      void navigate({ to: `/portfolio/fire/${body.id}` });
    },
  );
  const latest = step === 'client' ? insert.problem : step === 'risk' ? quote.problem : null;
  if (latest !== null && latest !== problem) setProblem(latest);
  const objects = draftsOf(form.draft['objects_insured']);
  const isChosen = objects.every((object) => textOf(object['bundle_code']) !== '');
  const next = { risk: () => void quote.run(), bundle: () => setStep('client'), client: () => void insert.run() };
  return (
    <QuoteFrame
      title="nav.quote.fire"
      {...{ form, step, problem: latest }}
      specs={parts.all}
      steps={stepsOf(parts)}
      goTo={setStep}
      next={next[step]}
      isRunning={quote.isRunning || insert.isRunning}
      isReady={step !== 'bundle' || isChosen}
      isDone={() => isDone.current}
    >
      {step === 'risk' && <DraftFields form={form} fields={parts.risk} />}
      {step === 'bundle' &&
        objects.map((object, index) => (
          <section key={index} className="stack" aria-label={t('fire.object', { n: index + 1 })}>
            {objects.length > 1 && <strong>{t('fire.object', { n: index + 1 })}</strong>}
            <Bundle form={form} at={`objects_insured[${index}]`} object={object} offers={offers[index] ?? []} />
          </section>
        ))}
      {step === 'bundle' && isChosen && !form.isUnreadable && <Prices quotes={quotes} />}
      {step === 'client' && <DraftFields form={form} fields={parts.client} />}
    </QuoteFrame>
  );
}

interface BundleProps {
  readonly form: DraftForm;
  readonly at: string;
  readonly object: Draft;
  readonly offers: readonly Offer[];
}

function Bundle({ form, at, object, offers }: BundleProps): ReactNode {
  const bundle = textOf(object['bundle_code']);
  const choose = (code: string): void => {
    form.set(`${at}.bundle_code`, code);
    // Extra covers depend on the bundle.
    if (code !== bundle) form.set(`${at}.extra_covers`, []);
  };
  return (
    <>
      <Offers offers={offers} chosen={bundle} choose={choose} />
      {bundle !== '' && <ExtraCovers form={form} at={at} object={object} bundle={bundle} />}
      <DraftFields form={form} fields={FIRE_DISCOUNTS} at={at} />
    </>
  );
}

/** Extra covers that the bundle allows for the object. */
function ExtraCovers({ form, at, object, bundle }: Omit<BundleProps, 'offers'> & { readonly bundle: string }): ReactNode {
  const [year, piping] = [textOf(object['building_year']), textOf(object['building_year_piping'])];
  const found = useGet('/fire-api/parameters/bundles/{bundleCode}/extra_covers', {
    path: { bundleCode: bundle },
    query: { building_year: year, building_year_piping: piping === '' ? year : piping },
  });
  return (
    <Loaded of={found} lines={2}>
      {({ body }) => <ExtraCoverChoice {...{ form, at, object }} covers={body} />}
    </Loaded>
  );
}

interface ExtraCoverChoiceProps extends Omit<BundleProps, 'offers'> {
  readonly covers: readonly {
    readonly code: string;
    readonly title: string;
    readonly groups: readonly string[];
    readonly available?: boolean;
    readonly reason?: string;
  }[];
}

/** Choice of extra covers, with the insured groups that they apply to. */
export function ExtraCoverChoice({ form, at, object, covers }: ExtraCoverChoiceProps): ReactNode {
  const t = useText();
  const groups = (useCodeLists(GROUPS)[GROUPS[0]] ?? []) as unknown as readonly { readonly code: string; readonly title: string }[];
  const path = `${at}.extra_covers`;
  const added = draftsOf(valueAt(form.draft, path));
  const insured = draftsOf(object['insured_values']).map((value) => textOf(value['group_cover']));
  const toggle = (cover: string, isAdded: boolean): void =>
    form.set(path, isAdded ? [...added, { cover, group_cover: '' }] : added.filter((one) => one['cover'] !== cover));
  return (
    <fieldset className="stack">
      <legend>{t('quote.extraCovers')}</legend>
      <div className="fields">
        {covers.map(({ code, title, available = true, reason, groups: possible }) => {
          const index = added.findIndex((one) => one['cover'] === code);
          const choices = groups.filter((group) => possible.includes(group.code) && insured.includes(group.code));
          return (
            <div key={code}>
              <Checkbox
                size="xs"
                label={`${code} ${title}`}
                description={reason}
                disabled={!available && index < 0}
                checked={index >= 0}
                error={index < 0 ? undefined : faultAt(form.faults, `${path}[${index}].cover`)}
                onChange={({ target }) => toggle(code, target.checked)}
              />
              {index >= 0 && choices.length > 1 && (
                <NativeSelect
                  size="xs"
                  aria-label={`${t('fire.value.group')}: ${title}`}
                  value={textOf(added[index]!['group_cover'])}
                  onChange={({ target }) => form.set(`${path}[${index}].group_cover`, target.value)}
                  data={[
                    { value: '', label: t('quote.everyGroup') },
                    ...choices.map((group) => ({ value: group.code, label: group.title })),
                  ]}
                />
              )}
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}

/** Chosen bundle of each object, with the sums and prices of its covers. */
function Prices({ quotes }: { readonly quotes: readonly FireQuote[] }): ReactNode {
  const t = useText();
  const settled = useDelayed(quotes);
  const prices = useQuery<(readonly Offer[])[], Problem>({
    queryKey: ['fire price', settled],
    queryFn: () => priceOf(settled),
    placeholderData: (previous: (readonly Offer[])[] | undefined) => previous,
    retry: false,
  });
  return (
    <Loaded of={prices} lines={3}>
      {(found) =>
        found.flatMap((offers, index) =>
          offers.map((offer) => (
            <Priced
              key={`${index} ${offer.code}`}
              offer={offer}
              title={found.length > 1 ? t('fire.object', { n: index + 1 }) : undefined}
            />
          )),
        )
      }
    </Loaded>
  );
}

/** Loads the offers for each risk, in order. It writes nothing, so it needs no idempotency key. */
async function priceOf(bundles: readonly FireQuote[]): Promise<(readonly Offer[])[]> {
  const { body } = await call('post', '/fire-api/pricing/calcbundles', { body: { bundles: [...bundles] } });
  return bundles.map((risk, index) =>
    body
      .filter((offer) => offer.index === index)
      .map(({ bundle_code: code, title, pricing, messages, covers }) => ({
        code,
        title,
        gross: pricing?.gross ?? null,
        messages,
        covers: covers
          .filter((cover) => cover.included || (risk.extra_covers ?? []).some((extra) => extra.cover === cover.code))
          .map(({ sum_insured: sumInsured, ...cover }) => ({ ...cover, sumInsured })),
      })),
  );
}

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

function quotesOf({ all }: FireForm, draft: Draft, prefectures: readonly Schema<'PrefectureItemResponse'>[]): FireQuote[] {
  return objectsOf(all, draft).map((object) => {
    const asked = Object.fromEntries(Object.entries(object).filter(([name]) => !NOT_QUOTED.has(name)));
    return { ...asked, prefecture_code: prefectureOf(prefectures, String(object['post_code'])) } as unknown as FireQuote;
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
