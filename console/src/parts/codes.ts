import { useMemo } from 'react';
import { useText, type MessageId } from '../messages/language.js';

/** Titles of the codes of a list, by code. */
export type Titles = Readonly<Record<string, MessageId>>;

interface Codes {
  /** The title of a code; one that is not known here, as of a newer server, is shown as it is. */
  readonly titleOf: (titles: Titles, code: string) => string;
  /** All of them, for a filter or field to choose from. */
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
