import { useMemo } from 'react';
import { useText, type MessageId } from '../messages/language.js';
import { FREQUENCIES } from './frequencies.js';

/** Titles of the codes of a list, by code. */
export type Titles = Readonly<Record<string, MessageId>>;

export const FREQUENCY_TITLES: Titles = Object.fromEntries(FREQUENCIES);

interface Codes {
  /** Returns the title of a code, or the code itself where a newer server sends one that is unknown here. */
  readonly titleOf: (titles: Titles, code: string) => string;
  /** Lists all codes with their titles, for a filter or a field. */
  readonly choicesOf: (titles: Titles) => readonly (readonly [code: string, title: string])[];
}

export function useCodes(): Codes {
  const t = useText();
  return useMemo(
    () => ({
      titleOf: (titles, code) => (titles[code] === undefined ? code : t(titles[code])),
      choicesOf: (titles) => Object.entries(titles).map(([code, title]) => [code, t(title)]),
    }),
    [t],
  );
}
