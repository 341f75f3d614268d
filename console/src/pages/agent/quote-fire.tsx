import { useParams } from '@tanstack/react-router';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { call, printed, type Result } from '../../api/client.js';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { useCodeLists } from '../../forms/code-lists.js';
import { DraftFields } from '../../forms/draft-fields.js';
import { blankOf, draftsOf, restored, textOf, withValue } from '../../forms/draft.js';
import { changesOf, draftOf } from '../../forms/stored-draft.js';
import { useDraft, withProblem } from '../../forms/use-draft.js';
import { useInName } from '../../frame/agent.js';
import { useLocale, useText } from '../../messages/language.js';
import { today } from '../../parts/format.js';
import { fireApplicationOf, fireQuotesOf, type Consent, type FireApplication, type FireQuote } from '../../parts/quote/fire-application.js';
import { ExtraCoverChoice, type ObjectProps } from '../../parts/quote/fire-covers.js';
import { FIRE_DISCOUNTS, FIRE_PERSON, fireForm } from '../../parts/quote/fire-fields.js';
import { ClientNote, useKnownClient } from '../../parts/quote/known-client.js';
import { OfferGrid, type OfferGridProps } from '../../parts/quote/offer-grid.js';
import { QuoteFrame } from '../../parts/quote/quote-frame.js';
import { SavedForms, useSavedForm, WithSavedForm, type SavedForm } from '../../parts/quote/saved-form.js';
import { companiesOf } from '../../parts/quote/quote-parts.js';
import { withQuestions } from '../../parts/quote/stored-questions.js';
import { useOffers, type Offers } from '../../parts/quote/use-offers.js';
import { useQuote, useStep } from '../../parts/quote/use-quote.js';
import { LoadedPage } from '../../parts/loaded-page.js';
import { Loaded } from '../../parts/states.js';

const LISTS = ['personTypes', 'prefectures', 'marketingConsents'];

/** Maps a path of the API to the form: a quote has only objects, and its prefecture follows from the postcode. */
function placed(path: string): string {
  return (
    path
      // The floors of the building are asked after the insured ones.
      .replace(/^(fire_application\..+)\.insurance_floors\[\d+\]$/, '$1.building_floors')
      .replace(/^fire_application\./, '')
      .replace(/^bundles\[/, 'objects_insured[')
      .replace(/\.prefecture_code$/, '.post_code')
  );
}

const TITLE_PATHS = {
  client: ['client.last_name', 'client.first_name'],
  risk: ['objects_insured[0].address', 'objects_insured[0].address_number'],
};

type Stored = Result<Schema<'FireApplicationResponse'>>;

/** Guided form from the risk to a fire application. */
export function FireQuotePage(): ReactNode {
  return <WithSavedForm line="fire">{(saved) => <FireQuoteForm stored={null} saved={saved} />}</WithSavedForm>;
}

/** Guided form of an application that exists (console.86). */
export function FireEditPage(): ReactNode {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const found = useGet('/fire-api/rsc/applications/{id}', { path: { id } });
  return <LoadedPage of={found}>{(stored) => <FireQuoteForm key={id} stored={stored} saved={null} />}</LoadedPage>;
}

interface FormProps {
  /** Application to edit; null for a new one. */
  readonly stored: Stored | null;
  readonly saved: SavedForm | null;
}

function FireQuoteForm({ stored, saved }: FormProps): ReactNode {
  const t = useText();
  const { locale } = useLocale();
  const { agent } = useInName();
  const lists = useCodeLists(LISTS);
  const known = [...companiesOf(lists['personTypes'])].join(' ');
  const parts = useMemo(() => fireForm(new Set(known.split(' '))), [known]);
  const [edited] = useState(stored);
  const [initial] = useState(() => {
    if (saved !== null) return restored(parts.all, saved.draft);
    return edited === null ? withValue(blankOf(parts.all), 'start_date', today()) : draftOf(parts.all, withQuestions(edited.body), locale);
  });
  const form = useDraft(parts.all, initial, edited === null && saved === null ? `quote.fire.${agent ?? ''}` : null, placed);
  const later = useSavedForm({ line: 'fire', form, saved, titlePaths: TITLE_PATHS });
  const step = useStep(parts, form);
  const knowledge = useKnownClient(form, FIRE_PERSON);
  const prefectures = lists['prefectures'] as unknown as readonly Schema<'PrefectureItemResponse'>[] | undefined;
  const consents = (lists['marketingConsents'] ?? []) as unknown as readonly Consent[];
  const quotes = fireQuotesOf(form.draft, prefectures ?? []);
  const objects = draftsOf(form.draft['objects_insured']);
  const isBundle = step === 'bundle';
  const { offers, problem, isPriced, retry, find } = useOffers<FireQuote>({
    line: 'fire',
    quotes,
    open: openQuote,
    load: priceOf,
    chosen: objects.map((object) => textOf(object['bundle_code'])),
    isShown: isBundle && prefectures !== undefined,
  });
  const shown = isBundle ? { form: withProblem(form, problem, placed), problem, retry } : { form };
  const update = useUpdate(edited);
  const quote = useQuote({
    line: 'fire',
    parts,
    form,
    later,
    step,
    isEdited: edited !== null,
    price: find,
    save: async (key) => {
      const application = fireApplicationOf(parts.all, form.draft, consents);
      if (edited === null)
        return (await call('post', '/fire-api/rsc/applications', { key, body: { fire_application: application } })).body.id;
      const changes = changesOf({ ...fireApplicationOf(parts.all, initial, consents) }, { ...application });
      await update(key, { ...changes, client: application.client, insured: application.insured } as FireApplication);
      return edited.body.id;
    },
  });
  return (
    <QuoteFrame
      {...quote}
      {...shown}
      title={edited === null ? t('nav.quote.fire') : t('quote.edit', { number: edited.body.application_no })}
      isEdited={edited !== null}
      above={edited === null && <SavedForms line="fire" step={step} />}
      isReady={!isBundle || isPriced}
    >
      {step === 'risk' && <DraftFields form={form} fields={parts.risk} />}
      {isBundle &&
        objects.map((object, index) => (
          <section key={index} className="stack" aria-label={t('fire.object', { n: index + 1 })}>
            {objects.length > 1 && <strong>{t('fire.object', { n: index + 1 })}</strong>}
            <Bundle
              {...{ object, offers, index }}
              form={shown.form}
              at={`objects_insured[${index}]`}
              print={() => printed('/fire-api/pricing/calcbundles/offer', { body: { bundles: [quotes[index]!] } })}
            />
          </section>
        ))}
      {step === 'client' && (
        <>
          <ClientNote knowledge={knowledge} />
          <DraftFields form={form} fields={parts.client} />
        </>
      )}
    </QuoteFrame>
  );
}

/** Statuses from which an application is opened before it is updated (fire.3). */
const CLOSED_STATUSES: readonly string[] = ['01', '31'];

/** Returns the write of an edited application. It remembers an opening, because the update after it may be refused. */
function useUpdate(edited: Stored | null): (key: string, application: FireApplication) => Promise<void> {
  const now = useRef({ etag: edited?.etag ?? null, isOpen: !CLOSED_STATUSES.includes(edited?.body.status_code ?? '') });
  return async (key, application) => {
    const path = { id: String(edited!.body.id) };
    if (!now.current.isOpen) {
      const { etag } = await call('put', '/fire-api/rsc/applications/{id}/edit', { path, key: `${key}-edit`, ifMatch: now.current.etag });
      now.current = { etag, isOpen: true };
    }
    await call('put', '/fire-api/rsc/applications/{id}', { path, key, ifMatch: now.current.etag, body: { fire_application: application } });
  };
}

type BundleProps = ObjectProps & Pick<OfferGridProps, 'offers' | 'index' | 'print'>;

function Bundle({ form, at, object, ...grid }: BundleProps): ReactNode {
  const bundle = textOf(object['bundle_code']);
  const choose = (code: string): void => {
    form.set(`${at}.bundle_code`, code);
    // Extra covers depend on the bundle.
    if (code !== bundle) form.set(`${at}.extra_covers`, []);
  };
  return (
    <>
      <OfferGrid {...grid} chosen={bundle} choose={choose} />
      {bundle !== '' && <ExtraCovers form={form} at={at} object={object} bundle={bundle} />}
      <DraftFields form={form} fields={FIRE_DISCOUNTS} at={at} />
    </>
  );
}

/** Extra covers that the bundle allows for the object. */
function ExtraCovers({ form, at, object, bundle }: ObjectProps & { readonly bundle: string }): ReactNode {
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

/** Removes the choice of a bundle. */
function openQuote({ bundle_code: _bundle, extra_covers: _covers, ...risk }: FireQuote): FireQuote {
  return risk;
}

/** Loads the offers for each risk, in order. It writes nothing, so it needs no idempotency key. */
async function priceOf(bundles: readonly FireQuote[]): Promise<Offers> {
  const { body } = await call('post', '/fire-api/pricing/calcbundles', { body: { bundles: [...bundles] } });
  return bundles.map((risk, index) =>
    body
      .filter((offer) => offer.index === index)
      .map(({ bundle_code: code, title, pricing, messages, covers }) => ({
        code,
        title,
        price: pricing && { net: pricing.net, fee: pricing.fee, tax: pricing.tax_total + pricing.levy_total, gross: pricing.gross },
        messages,
        covers: covers
          .filter((cover) => cover.included || (risk.extra_covers ?? []).some((extra) => extra.cover === cover.code))
          .map(({ sum_insured: sumInsured, ...cover }) => ({ ...cover, sumInsured })),
      })),
  );
}
