import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../messages/language.js';
import { useFormat } from './format.js';
import type { ListSearch, Page } from './list-search.js';

interface PagerProps {
  readonly of: Page<unknown>;
  readonly search: ListSearch;
  /** Buttons before those of the pages. */
  readonly tools?: ReactNode;
  readonly children?: ReactNode;
}

/** Says which rows of a list are shown, and leads to those before and after. */
export function Pager({ of: { start, items, total, totalCapped = false, limit }, search, tools, children }: PagerProps): ReactNode {
  const t = useText();
  const { number } = useFormat();
  const last = start + items.length - 1;
  const go = (to: number): void => search.change({ start: to <= 1 ? '' : String(to) });
  return (
    <div className="list-foot">
      <span role="status">
        {t(totalCapped ? 'list.range.capped' : 'list.range', { from: number(start), to: number(last), total: number(total) })}
      </span>
      <span className="tools">
        {tools}
        <Button size="xs" variant="default" disabled={start <= 1} onClick={() => go(start - limit)}>
          {t('list.previous')}
        </Button>
        <Button size="xs" variant="default" disabled={last >= total && !totalCapped} onClick={() => go(start + limit)}>
          {t('list.next')}
        </Button>
      </span>
      {children}
    </div>
  );
}
