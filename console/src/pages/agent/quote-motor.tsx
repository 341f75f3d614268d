import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { call } from '../../api/client.js';
import type { Problem } from '../../api/problem.js';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { useCodeLists } from '../../forms/code-lists.js';
import { blankOf, draftsOf, faultAt, requestOf, textOf, textsOf, withValue, type Draft, type Spec } from '../../forms/draft.js';
import { DraftFields } from '../../forms/draft-fields.js';
import { useDraft, type DraftForm } from '../../forms/use-draft.js';
import { useInName } from '../../frame/agent.js';
import { useText } from '../../messages/language.js';
import { useDelayed } from '../../parts/form-dialog.js';
import { useAction } from '../../parts/form.js';
import { today } from '../../parts/format.js';
import { Loaded } from '../../parts/states.js';
import { MOTOR_TERMS, motorForm, type MotorForm } from './motor-fields.js';
import { Offers, Priced, QuoteFrame, stepsOf, companiesOf, type Offer, type Step } from './quote-frame.js';

const DRAFT = 'quote.motor';
const LISTS = ['personTypes'];
type MotorQuote = Schema<'PricingParamRequest'>;

const placed = (path: string): string => path;

/** Guided form from the vehicle to an application. */
export function MotorQuotePage(): ReactNode {
  const navigate = useNavigate();
  const lists = useCodeLists(LISTS);
  const known = [...companiesOf(lists['personTypes'])].join(' ');
  const parts = useMemo(() => motorForm(new Set(known.split(' '))), [known]);
  const [step, setStep] = useState<Step>('risk');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [offers, setOffers] = useState<readonly Offer[]>([]);
  const isDone = useRef(false);
  const initial = useMemo(() => withValue(blankOf(parts.all), 'policyStartDate', today()), [parts]);
  const { agent } = useInName();
  const form = useDraft(parts.all, initial, `${DRAFT}.${agent ?? ''}`, problem, placed);
  const asked = quoteOf(parts, form.draft);
  const quote = useAction(async () => {
    setOffers(await priceOf({ ...asked, bundleCode: undefined, extraCovers: undefined, swappableCovers: undefined }));
    setProblem(null);
    setStep('bundle');
  });
  const insert = useAction(
    (key) => call('post', '/mtr-api/resources/applications', { key, body: motorApplicationOf(parts.all, form.draft) }),
    ({ body }) => {
      isDone.current = true;
      form.forget();
      void navigate({ to: `/portfolio/motor/${body.id}` });
    },
  );
  const latest = step === 'client' ? insert.problem : step === 'risk' ? quote.problem : null;
  if (latest !== null && latest !== problem) setProblem(latest);
  const bundle = textOf(form.draft['bundleCode']);
  const choose = (code: string): void => {
    form.set('bundleCode', code);
    // Extra covers and swaps depend on the bundle.
    if (code !== bundle) for (const name of ['extraCovers', 'swappableCovers']) form.set(name, []);
  };
  const next = { risk: () => void quote.run(), bundle: () => setStep('client'), client: () => void insert.run() };
  return (
    <QuoteFrame
      title="nav.quote.motor"
      {...{ form, step, problem: latest }}
      specs={parts.all}
      steps={stepsOf(parts)}
      goTo={setStep}
      next={next[step]}
      isRunning={quote.isRunning || insert.isRunning}
      isReady={step !== 'bundle' || bundle !== ''}
      isDone={() => isDone.current}
    >
      {step === 'risk' && <DraftFields form={form} fields={parts.risk} />}
      {step === 'bundle' && <Offers offers={offers} chosen={bundle} choose={choose} />}
      {step === 'bundle' && bundle !== '' && <CoverChoice form={form} bundle={bundle} />}
      {step === 'bundle' && <DraftFields form={form} fields={MOTOR_TERMS} />}
      {step === 'bundle' && bundle !== '' && !form.isUnreadable && <Price quote={asked} />}
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

interface MotorCoversProps {
  readonly form: DraftForm;
  readonly included: readonly NamedCover[];
  readonly addable: readonly NamedCover[];
  readonly swaps: readonly { readonly out: string; readonly in: readonly string[] }[];
}

interface NamedCover {
  readonly code: string;
  readonly title: string;
}

/** Choice of extra covers and swaps. */
export function MotorCovers({ form, included, addable, swaps: possible }: MotorCoversProps): ReactNode {
  const t = useText();
  const added = textsOf(form.draft['extraCovers']);
  const swaps = draftsOf(form.draft['swappableCovers']);
  const faults = ['extraCovers', 'swappableCovers'].flatMap((path) => faultAt(form.faults, path) ?? []);
  const titles = new Map([...included, ...addable].map(({ code, title }) => [code, title]));
  const pairs = possible.flatMap((swap) => swap.in.map((other) => ({ out: swap.out, in: other })));
  return (
    <>
      <fieldset>
        <legend>{t('quote.extraCovers')}</legend>
        <div className="fields">
          {addable.map(({ code, title }) => (
            <Checkbox
              key={code}
              size="xs"
              label={`${code} ${title}`}
              checked={added.includes(code)}
              onChange={({ target }) => form.set('extraCovers', target.checked ? [...added, code] : added.filter((one) => one !== code))}
            />
          ))}
        </div>
      </fieldset>
      {pairs.length > 0 && (
        <fieldset>
          <legend>{t('motor.swaps')}</legend>
          <div className="fields">
            {pairs.map((pair) => {
              const isOther = (swap: Draft): boolean => swap['out'] !== pair.out || swap['in'] !== pair.in;
              return (
                <Checkbox
                  key={`${pair.out} ${pair.in}`}
                  size="xs"
                  label={t('motor.swap.of', { out: titles.get(pair.out) ?? pair.out, in: titles.get(pair.in) ?? pair.in })}
                  checked={!swaps.every(isOther)}
                  onChange={({ target }) => form.set('swappableCovers', target.checked ? [...swaps, pair] : swaps.filter(isOther))}
                />
              );
            })}
          </div>
        </fieldset>
      )}
      {faults.map((fault) => (
        <p key={fault} className="fault">
          {fault}
        </p>
      ))}
    </>
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
    gross: premium?.gross ?? null,
    messages,
    covers: covers.map(({ premium: net, ...cover }) => ({ ...cover, net })),
  }));
}

/** Lists of codes are sent as one text. */
function withCodes({ extraCovers, discountCodes, ...rest }: Record<string, unknown>): Record<string, unknown> {
  const joined = { extraCovers, discountCodes };
  const texts = Object.entries(joined).flatMap(([name, codes]) => (codes === undefined ? [] : [[name, (codes as string[]).join(' ')]]));
  return { ...rest, ...(Object.fromEntries(texts) as Record<string, string>) };
}

function quoteOf({ risk, bundle }: MotorForm, draft: Draft): MotorQuote {
  const asked = withCodes(requestOf([...risk, ...bundle], draft));
  for (const name of ['usageSubcode', 'frameNumber', 'factoryName', 'firstRegistrationDate', 'vehicleSeats']) delete asked[name];
  return asked;
}

/** Builds the application from the draft, which the API validates. */
export function motorApplicationOf(specs: readonly Spec[], draft: Draft): Schema<'MotorApplicationRequest'> {
  return withCodes(requestOf(specs, draft)) as unknown as Schema<'MotorApplicationRequest'>;
}
