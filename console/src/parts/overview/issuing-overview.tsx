import type { ReactNode } from 'react';
import type { Schema } from '../../api/schema.js';
import { useText } from '../../messages/language.js';
import { Bars, Tile, type BarRow } from '../figures.js';
import { useFormat } from '../format.js';

export function IssuingOverview({ of }: { readonly of: Schema<'IssuingOverviewResponse'> }): ReactNode {
  const t = useText();
  const { number, money, age, day } = useFormat();
  const { suspense, refundsOwed, messages, serviceRequests, instalmentsOverdue } = of;
  const messageCount = messages.reduce((sum, { count }) => sum + count, 0);
  const items = ({ count }: { readonly count: number }): string => t('overview.items', { n: count });
  const since = (oldest: string | null): string | undefined => (oldest === null ? undefined : t('overview.oldest', { age: age(oldest) }));
  const days = (rows: readonly Schema<'DayResponse'>[], queue: 'due' | 'renew'): BarRow[] =>
    rows.map(({ date, count, sum }) => ({
      key: date,
      title: day(date),
      value: sum,
      text: `${number(count)} · ${money(sum)}`,
      search: { queue, from: date, to: date },
    }));
  return (
    <>
      <div className="tiles">
        <Tile title="overview.suspense" value={money(suspense.sum)} note={items(suspense)} to="/suspense" />
        <Tile title="overview.refunds" value={money(refundsOwed.sum)} note={items(refundsOwed)} to="/refunds" search={{ status: 'OWED' }} />
        <Tile
          title="overview.overdue"
          value={money(instalmentsOverdue.sum)}
          note={items(instalmentsOverdue)}
          to="/policies"
          search={{ queue: 'overdue' }}
        />
        <Tile title="overview.messages" value={number(messageCount)} to="/messages" />
        <Tile
          title="overview.requests"
          value={number(serviceRequests.count)}
          note={since(serviceRequests.oldest)}
          to="/service-requests"
          search={{ status: 'OPEN' }}
        />
      </div>
      <div className="halves">
        <Bars title="overview.instalmentsDue" rows={days(of.instalmentsDue, 'due')} to="/policies" />
        <Bars title="overview.renewalsDue" rows={days(of.renewalsDue, 'renew')} to="/policies" />
      </div>
    </>
  );
}
