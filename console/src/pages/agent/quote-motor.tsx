import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { call, type Result } from '../../api/client.js';
import type { Problem } from '../../api/problem.js';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { useCodeLists } from '../../forms/code-lists.js';
import { DraftFields } from '../../forms/draft-fields.js';
import { blankOf, textOf, withValue } from '../../forms/draft.js';
import { changesOf, draftOf } from '../../forms/stored-draft.js';
import type { DraftForm } from '../../forms/use-draft.js';
import { useLocale, useText } from '../../messages/language.js';
import { useDelayed } from '../../parts/form-dialog.js';
import { today } from '../../parts/format.js';
import { motorApplicationOf, quoteOf, type MotorQuote } from '../../parts/quote/motor-application.js';
import { MotorCovers } from '../../parts/quote/motor-covers.js';
import { MOTOR_TERMS, motorForm } from '../../parts/quote/motor-fields.js';
import { Offers, Priced, QuoteFrame, type Offer } from '../../parts/quote/quote-frame.js';
import { companiesOf } from '../../parts/quote/quote-parts.js';
import { withQuestions } from '../../parts/quote/stored-questions.js';
import { useQuote } from '../../parts/quote/use-quote.js';
import { Loaded } from '../../parts/states.js';

const LISTS = ['personTypes'];

const placed = (path: string): string => path;

type Stored = Result<Schema<'MotorApplicationResponse'>>;

/** Guided form from the vehicle to an application. */
export function MotorQuotePage(): ReactNode {
  return <MotorQuoteForm stored={null} />;
}

/** Guided form of an application that exists (console.86). */
export function MotorEditPage(): ReactNode {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const found = useGet('/mtr-api/resources/applications/{application}', { path: { application: id } });
  return <Loaded of={found}>{(stored) => <MotorQuoteForm key={id} stored={stored} />}</Loaded>;
}

function MotorQuoteForm({ stored }: { readonly stored: Stored | null }): ReactNode {
  const t = useText();
  const { locale } = useLocale();
  const lists = useCodeLists(LISTS);
  const known = [...companiesOf(lists['personTypes'])].join(' ');
  const parts = useMemo(() => motorForm(new Set(known.split(' '))), [known]);
  const [offers, setOffers] = useState<readonly Offer[]>([]);
  const [edited] = useState(stored);
  const [initial] = useState(() =>
    edited === null ? withValue(blankOf(parts.all), 'policyStartDate', today()) : draftOf(parts.all, withQuestions(edited.body), locale),
  );
  const quote = useQuote({
    line: 'motor',
    parts,
    initial,
    isEdited: edited !== null,
    placed,
    price: async (draft) =>
      setOffers(await priceOf({ ...quoteOf(parts, draft), bundleCode: undefined, extraCovers: undefined, swappableCovers: undefined })),
    save: async (key, draft) => {
      const application = motorApplicationOf(parts.all, draft);
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
  const { form, step } = quote;
  const bundle = textOf(form.draft['bundleCode']);
  const choose = (code: string): void => {
    form.set('bundleCode', code);
    // Extra covers and swaps depend on the bundle.
    if (code !== bundle) for (const name of ['extraCovers', 'swappableCovers']) form.set(name, []);
  };
  return (
    <QuoteFrame
      {...quote}
      title={edited === null ? t('nav.quote.motor') : t('quote.edit', { number: edited.body.applicationNo })}
      isEdited={edited !== null}
      isReady={step !== 'bundle' || bundle !== ''}
    >
      {step === 'risk' && <DraftFields form={form} fields={parts.risk} />}
      {step === 'bundle' && <Offers offers={offers} chosen={bundle} choose={choose} />}
      {step === 'bundle' && bundle !== '' && <CoverChoice form={form} bundle={bundle} />}
      {step === 'bundle' && <DraftFields form={form} fields={MOTOR_TERMS} />}
      {step === 'bundle' && bundle !== '' && !form.isUnreadable && <Price quote={quoteOf(parts, form.draft)} />}
      {step === 'client' && <DraftFields form={form} fields={parts.client} />}
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

/** Chosen bundle, with the sums and prices of its covers. */
function Price({ quote }: { readonly quote: MotorQuote }): ReactNode {
  const settled = useDelayed(quote);
  const price = useQuery<readonly Offer[], Problem>({
    queryKey: ['motor price', settled],
    queryFn: () => priceOf(settled),
    placeholderData: (previous: readonly Offer[] | undefined) => previous,
    retry: false,
  });
  return (
    <Loaded of={price} lines={3}>
      {(offers) => offers.map((offer) => <Priced key={offer.code} offer={offer} />)}
    </Loaded>
  );
}

/** Loads the offers for the vehicle. It writes nothing, so it needs no idempotency key. */
async function priceOf(quote: MotorQuote): Promise<readonly Offer[]> {
  const { body } = await call('post', '/mtr-api/resources/quotes/prices', { body: quote });
  return body.bundles.map(({ bundleCode: code, bundleTitle: title, premium, messages, covers }) => ({
    code,
    title,
    price:
      premium === null ? null : { net: premium.net, fee: premium.fee, tax: premium.taxTotal + premium.levyTotal, gross: premium.gross },
    messages,
    covers: covers.map(({ premium: net, ...cover }) => ({ ...cover, net })),
  }));
}
