import { useNavigate, useSearch } from '@tanstack/react-router';

export const PAGE_ROWS = 50;

export interface ListSearch {
  /** Filters in the address; blank if absent. */
  readonly values: Readonly<Record<string, string>>;
  /** Changes the filters. The list restarts at its first row unless `start` is given. */
  readonly change: (values: Readonly<Record<string, string>>) => void;
}

/** Reads and writes the filters of a list in the address, so that they can be shared and revisited. */
export function useListSearch(): ListSearch {
  const values: Record<string, string> = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (changes: Readonly<Record<string, string>>): void => {
    const next = Object.entries({ ...values, start: '', ...changes }).filter(([, value]) => value !== '');
    void navigate({ to: '.', search: Object.fromEntries(next) });
  };
  return { values, change };
}
