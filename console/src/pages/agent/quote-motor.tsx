import { useParams } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { call, printed, type Result } from '../../api/client.js';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { useCodeLists } from '../../forms/code-lists.js';
import { DraftFields } from '../../forms/draft-fields.js';
import { blankOf, restored, textOf, withValue } from '../../forms/draft.js';
import { changesOf, draftOf } from '../../forms/stored-draft.js';
import { useDraft, withProblem, type DraftForm } from '../../forms/use-draft.js';
import { useInName } from '../../frame/agent.js';
import { useLocale, useText } from '../../messages/language.js';
import { today } from '../../parts/format.js';
import { ClientNote, useKnownClient } from '../../parts/quote/known-client.js';
import { motorApplicationOf, motorQuoteOf, type MotorQuote } from '../../parts/quote/motor-application.js';
import { MotorCovers } from '../../parts/quote/motor-covers.js';
import { MOTOR_PERSON, MOTOR_TERMS, motorForm } from '../../parts/quote/motor-fields.js';
import { OfferGrid } from '../../parts/quote/offer-grid.js';
import { QuoteFrame } from '../../parts/quote/quote-frame.js';
import { SavedForms, useSavedForm, WithSavedForm, type SavedForm } from '../../parts/quote/saved-form.js';
import { companiesOf } from '../../parts/quote/quote-parts.js';
import { withQuestions } from '../../parts/quote/stored-questions.js';
import { useOffers, type Offers } from '../../parts/quote/use-offers.js';
import { useQuote, useStep } from '../../parts/quote/use-quote.js';
import { LoadedPage } from '../../parts/loaded-page.js';
import { Loaded } from '../../parts/states.js';

const LISTS = ['personTypes'];

const placed = (path: string): string => path;

const TITLE_PATHS = { client: ['client.lastName', 'client.firstName'], risk: ['plateNo'] };

type Stored = Result<Schema<'MotorApplicationResponse'>>;

/** Guided form from the vehicle to an application. */
export function MotorQuotePage(): ReactNode {
  return <WithSavedForm line="motor">{(saved) => <MotorQuoteForm stored={null} saved={saved} />}</WithSavedForm>;
}

/** Guided form of an application that exists (console.86). */
export function MotorEditPage(): ReactNode {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const found = useGet('/mtr-api/resources/applications/{application}', { path: { application: id } });
  return <LoadedPage of={found}>{(stored) => <MotorQuoteForm key={id} stored={stored} saved={null} />}</LoadedPage>;
}

interface FormProps {
  /** Application to edit; null for a new one. */
  readonly stored: Stored | null;
  readonly saved: SavedForm | null;
}

function MotorQuoteForm({ stored, saved }: FormProps): ReactNode {
  const t = useText();
  const { locale } = useLocale();
  const { agent } = useInName();
  const lists = useCodeLists(LISTS);
  const known = [...companiesOf(lists['personTypes'])].join(' ');
  const parts = useMemo(() => motorForm(new Set(known.split(' '))), [known]);
  const [edited] = useState(stored);
  const [initial] = useState(() => {
    if (saved !== null) return restored(parts.all, saved.draft);
    if (edited !== null) return draftOf(parts.all, withQuestions(edited.body), locale);
    return withValue(blankOf(parts.all), 'policyStartDate', today());
  });
  const form = useDraft(parts.all, initial, edited === null && saved === null ? `quote.motor.${agent ?? ''}` : null, placed);
  const later = useSavedForm({ line: 'motor', form, saved, titlePaths: TITLE_PATHS });
  const step = useStep(parts, form);
  const knowledge = useKnownClient(form, MOTOR_PERSON);
  const asked = motorQuoteOf(parts, form.draft);
  const bundle = textOf(form.draft['bundleCode']);
  const isBundle = step === 'bundle';
  const { offers, problem, isPriced, retry, find } = useOffers<MotorQuote>({
    line: 'motor',
    quotes: [asked],
    open: openQuote,
    load: priceOf,
    chosen: [bundle],
    isShown: isBundle,
  });
  const quote = useQuote({
    line: 'motor',
    parts,
    form,
    later,
    step,
    isEdited: edited !== null,
    price: find,
    save: async (key) => {
      const application = motorApplicationOf(parts.all, form.draft);
      if (edited === null) return (await call('post', '/mtr-api/resources/applications', { key, body: application })).body.id;
      const { body, etag } = edited;
      const changes = changesOf({ ...motorApplicationOf(parts.all, initial) }, { ...application }) as unknown as typeof application;
      await call('put', '/mtr-api/resources/applications/{application}', {
        path: { application: body.id },
        key,
        ifMatch: etag,
        body: changes,
      });
      return body.id;
    },
  });
  const choose = (code: string): void => {
    form.set('bundleCode', code);
    // Extra covers and swaps depend on the bundle.
    if (code !== bundle) for (const name of ['extraCovers', 'swappableCovers']) form.set(name, []);
  };
  return (
    <QuoteFrame
      {...quote}
      {...(isBundle && { form: withProblem(form, problem, placed), problem, retry })}
      title={edited === null ? t('nav.quote.motor') : t('quote.edit', { number: edited.body.applicationNo })}
      isEdited={edited !== null}
      above={edited === null && <SavedForms line="motor" step={step} />}
      isReady={!isBundle || isPriced}
    >
      {step === 'risk' && <DraftFields form={form} fields={parts.risk} />}
      {isBundle && (
        <>
          <OfferGrid
            offers={offers}
            chosen={bundle}
            choose={choose}
            print={() => printed('/mtr-api/resources/quotes/prices/offer', { body: asked })}
          />
          {bundle !== '' && <CoverChoice form={form} bundle={bundle} />}
          <DraftFields form={form} fields={MOTOR_TERMS} />
        </>
      )}
      {step === 'client' && (
        <>
          <ClientNote knowledge={knowledge} />
          <DraftFields form={form} fields={parts.client} />
        </>
      )}
    </QuoteFrame>
  );
}

/** Extra covers and swaps that the bundle allows. */
function CoverChoice({ form, bundle }: { readonly form: DraftForm; readonly bundle: string }): ReactNode {
  const usageCode = textOf(form.draft['usageCode']);
  const found = useGet('/mtr-api/resources/parameters/bundleCode', { query: { usageCode } });
  return (
    <Loaded of={found} lines={2}>
      {({ body }) => {
        const chosen = body.find(({ code }) => code === bundle);
        return (
          <MotorCovers
            form={form}
            included={chosen?.covers ?? []}
            addable={chosen?.addableCovers ?? []}
            swaps={chosen?.swappableCovers ?? []}
          />
        );
      }}
    </Loaded>
  );
}

/** Removes the choice of a bundle. */
function openQuote({ bundleCode: _bundle, extraCovers: _covers, swappableCovers: _swaps, ...risk }: MotorQuote): MotorQuote {
  return risk;
}

/** Loads the offers for the vehicle. It writes nothing, so it needs no idempotency key. */
async function priceOf([quote]: readonly MotorQuote[]): Promise<Offers> {
  const { body } = await call('post', '/mtr-api/resources/quotes/prices', { body: quote });
  const offers = body.bundles.map(({ bundleCode: code, bundleTitle: title, premium, messages, covers }) => ({
    code,
    title,
    price: premium && { net: premium.net, fee: premium.fee, tax: premium.taxTotal + premium.levyTotal, gross: premium.gross },
    messages,
    warnings: body.warnings?.map(({ text }) => text),
    covers: covers.map(({ premium: net, ...cover }) => ({ ...cover, net })),
  }));
  return [offers];
}
