import { queryOptions, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { Problem } from '../../api/problem.js';
import { useLocale } from '../../messages/language.js';
import type { Line } from '../contract/contract.js';
import { PREVIEW } from '../form.js';
import { useDelayed } from '../form-dialog.js';

/** Time in which the offers of the same risks are not loaded again, for example by a step back. */
const FRESH_MS = 60_000;

export interface OfferedCover {
  readonly code: string;
  readonly title: string;
  /** Euro. */
  readonly sumInsured: number | null;
  readonly net: number | null;
}

export interface Offer {
  readonly code: string;
  readonly title: string;
  /** Euro; null where no price could be calculated. */
  readonly price: { readonly net: number; readonly fee: number; readonly tax: number; readonly gross: number } | null;
  readonly messages: readonly { readonly code: string; readonly text: string }[];
  /** Values that are probably typed wrongly, the same for every bundle. */
  readonly warnings?: readonly string[];
  readonly covers: readonly OfferedCover[];
}

/** The offers for each insured object. */
export type Offers = readonly (readonly Offer[])[];

interface Pricing<Quote> {
  readonly line: Line;
  /** One for each insured object, with the chosen bundle. */
  readonly quotes: readonly Quote[];
  /** Removes the choice, so that every bundle is priced. */
  readonly open: (quote: Quote) => Quote;
  readonly load: (quotes: readonly Quote[]) => Promise<Offers>;
  /** Bundle of each object; blank without a choice. */
  readonly chosen: readonly string[];
  readonly isShown: boolean;
}

interface FoundOffers {
  /** Offers of all bundles; that of the chosen one has the extra covers. */
  readonly offers: UseQueryResult<Offers, Problem>;
  /** Why there is no price with these extra covers and discounts. */
  readonly problem: Problem | null;
  /** Whether the chosen bundle of each object has a price. */
  readonly isPriced: boolean;
  readonly retry: () => void;
  /** Loads the offers of all bundles. Rejects with a `Problem`. */
  readonly find: () => Promise<unknown>;
}

/** Prices all bundles, and the chosen ones with their extra covers once the form has been unchanged for a moment. */
export function useOffers<Quote>({ line, quotes, open, load, chosen: codes, isShown }: Pricing<Quote>): FoundOffers {
  const { language } = useLocale();
  const client = useQueryClient();
  const settled = useDelayed(quotes);
  const isSettled = JSON.stringify(settled) === JSON.stringify(quotes);
  const isChosen = codes.every((code) => code !== '');
  const ofLine = [PREVIEW, 'offers', line];
  const queryOf = (asked: readonly Quote[]) =>
    queryOptions<Offers, Problem>({
      queryKey: [...ofLine, asked, language],
      queryFn: () => load(asked),
      staleTime: FRESH_MS,
      retry: false,
    });
  const shared = { enabled: isShown && isSettled, placeholderData: (previous: Offers | undefined) => previous };
  const chosen = useQuery({ ...queryOf(settled), ...shared, enabled: shared.enabled && isChosen });
  const select = (all: Offers): Offers =>
    !isChosen || chosen.data === undefined
      ? all
      : all.map((offers, index) => offers.map((offer) => chosen.data[index]?.find(({ code }) => code === offer.code) ?? offer));
  const offers = useQuery({ ...queryOf(settled.map(open)), ...shared, select });
  const problem = chosen.error ?? offers.error;
  return {
    offers,
    problem,
    isPriced:
      problem === null &&
      codes.every((code, index) => offers.data?.[index]?.some((offer) => offer.code === code && offer.price !== null) === true),
    retry: () => void client.refetchQueries({ queryKey: ofLine, type: 'active' }),
    find: () => client.fetchQuery(queryOf(quotes.map(open))),
  };
}
