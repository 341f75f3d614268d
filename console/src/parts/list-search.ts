import { useNavigate, useSearch } from '@tanstack/react-router';

export const PAGE_ROWS = 50;

export interface ListSearch {
  /** What the address asks for; blank where it asks for nothing. */
  readonly values: Readonly<Record<string, string>>;
  /** Changes it. The list begins at its first row again unless `start` is named. */
  readonly change: (values: Readonly<Record<string, string>>) => void;
}

/** What a list is asked for stands in the address: it can be sent, kept, and gone back to. */
export function useListSearch(): ListSearch {
  const values: Record<string, string> = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (changes: Readonly<Record<string, string>>): void => {
    const next = Object.entries({ ...values, start: '', ...changes }).filter(([, value]) => value !== '');
    void navigate({ to: '.', search: Object.fromEntries(next) });
  };
  return { values, change };
}
