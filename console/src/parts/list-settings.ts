import { useMemo, useSyncExternalStore } from 'react';
import { useWho } from '../session.js';
import type { Column } from './table.js';

/** Filters and order of a list under a name. */
interface SavedView {
  readonly name: string;
  readonly search: Readonly<Record<string, string>>;
}

/** How a user shows lists on this device, by the name of the list. */
interface ListSettings {
  /** Columns that the user hides; a list without an entry hides its extra ones. */
  readonly hidden: Readonly<Record<string, readonly string[]>>;
  readonly views: Readonly<Record<string, readonly SavedView[]>>;
  /** Whether rows are high instead of low. */
  readonly isRoomy: boolean;
}

const NONE: ListSettings = { hidden: {}, views: {}, isRoomy: false };

const watchers = new Set<() => void>();

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Reads and changes the settings of the signed-in user, which contain no personal data (console.3). */
export function useListSettings(): readonly [settings: ListSettings, change: (changes: Partial<ListSettings>) => void] {
  const { userId } = useWho();
  const key = `console.lists.${userId}`;
  const stored = useSyncExternalStore(watch, () => localStorage.getItem(key));
  const settings = useMemo<ListSettings>(
    () => (stored === null ? NONE : { ...NONE, ...(JSON.parse(stored) as Partial<ListSettings>) }),
    [stored],
  );
  const change = (changes: Partial<ListSettings>): void => {
    localStorage.setItem(key, JSON.stringify({ ...settings, ...changes }));
    for (const watcher of watchers) watcher();
  };
  return [settings, change];
}

/** Returns the titles of the columns of a list that are not shown. */
export function hiddenColumns<Row>({ hidden }: ListSettings, name: string, columns: readonly Column<Row>[]): readonly string[] {
  return hidden[name] ?? columns.filter(({ isExtra }) => isExtra === true).map(({ title }) => title);
}
