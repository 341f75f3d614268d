import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { useText } from '../../messages/language.js';
import { useKeys } from '../keys.js';
import { useListSearch } from '../list-search.js';

const PREVIOUS_KEY = 'p';
const NEXT_KEY = 'n';
const LIST_KEY = 'l';

type Row = Schema<'StaffApplicationRowResponse'>;

/** The list from which an application was opened. */
export interface Queue {
  /** Position of the application, from 0; negative after it left the queue. */
  readonly at: number;
  readonly size: number;
  readonly previous: Row | undefined;
  readonly next: Row | undefined;
  readonly step: (row: Row | undefined) => void;
  readonly back: () => void;
  /** Opens the next application; null without one. */
  readonly toNext: (() => void) | null;
  readonly isShown: boolean;
}

/** Finds the place of an application in the queue of the address. */
export function useQueue(id: number): Queue {
  const { values } = useListSearch();
  const navigate = useNavigate();
  const { queue } = values;
  const query = Object.fromEntries(new URLSearchParams(queue ?? ''));
  const page = useGet('/backoffice-api/applications', {
    query: { ...query, limit: 200 },
    enabled: queue !== undefined,
    keepsPrevious: true,
  });
  // Keeps the position after a decision removes the application from the queue.
  const [place, setPlace] = useState(-1);
  const items = page.data?.body.items ?? [];
  const at = items.findIndex((item) => item.id === id);
  useEffect(() => {
    if (at >= 0) setPlace(at);
  }, [at]);
  const previous = items[(at >= 0 ? at : place) - 1];
  const next = items[at >= 0 ? at + 1 : Math.max(place, 0)];
  const step = (row: Row | undefined): void => {
    if (row !== undefined) void navigate({ to: `/applications/${row.id}`, search: { queue } });
  };
  const back = (): void => void navigate({ to: '/referrals', search: query });
  const toNext = next === undefined ? null : () => step(next);
  return { at, size: items.length, previous, next, step, back, toNext, isShown: queue !== undefined };
}

/** Links to the previous and next item of the queue. Keys: `n` and `p` move, `l` returns to the list. */
export function QueueSteps({ queue: { at, size, previous, next, step, back, isShown } }: { readonly queue: Queue }): ReactNode {
  const t = useText();
  useKeys(isShown ? { [NEXT_KEY]: () => step(next), [PREVIOUS_KEY]: () => step(previous), [LIST_KEY]: back } : {});
  if (!isShown) return null;
  return (
    <div className="tools">
      <Button variant="subtle" size="xs" onClick={back} aria-keyshortcuts={LIST_KEY} rightSection={<kbd>{LIST_KEY}</kbd>}>
        {t('queue.back')}
      </Button>
      {at >= 0 && <span className="quiet">{t('queue.place', { at: at + 1, of: size })}</span>}
      <Button
        variant="default"
        size="xs"
        disabled={previous === undefined}
        onClick={() => step(previous)}
        aria-keyshortcuts={PREVIOUS_KEY}
        rightSection={<kbd>{PREVIOUS_KEY}</kbd>}
      >
        {t('queue.previous')}
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={next === undefined}
        onClick={() => step(next)}
        aria-keyshortcuts={NEXT_KEY}
        rightSection={<kbd>{NEXT_KEY}</kbd>}
      >
        {t('queue.next')}
      </Button>
    </div>
  );
}
