import type { ReactNode } from 'react';
import type { Schema } from '../../api/schema.js';
import { useText } from '../../messages/language.js';
import { Bars, Tile } from '../../parts/figures.js';
import { useFormat } from '../../parts/format.js';
import { Usage } from './calls.js';

/** What an agent has, and what is due of it. */
export function PortfolioOverview({ of }: { readonly of: Schema<'PortfolioOverviewResponse'> }): ReactNode {
  const t = useText();
  const { number, money, day } = useFormat();
  const { applications, instalmentsOverdue } = of;
  const days = (rows: readonly Schema<'DayResponse'>[]): { key: string; title: string; value: number; text: string }[] =>
    rows.map(({ date, count, sum }) => ({ key: date, title: day(date), value: sum, text: `${number(count)} · ${money(sum)}` }));
  const statuses = applications.map(({ line, status, statusTitle, count }) => ({
    key: `${line} ${status}`,
    title: `${t(line === 'fire' ? 'line.fire' : 'line.motor')} · ${statusTitle}`,
    value: count,
    text: number(count),
  }));
  return (
    <>
      <div className="tiles">
        <Tile
          title="nav.portfolio"
          value={number(applications.reduce((sum, { count }) => sum + count, 0))}
          note={t('overview.byStatus')}
          to="/portfolio"
        />
        <Tile title="overview.overdue" value={money(instalmentsOverdue.sum)} note={t('overview.items', { n: instalmentsOverdue.count })} />
      </div>
      <div className="halves">
        <Bars title="overview.byStatus" rows={statuses} />
        <Bars title="overview.instalmentsDue" rows={days(of.instalmentsDue)} />
        <Bars title="overview.renewalsDue" rows={days(of.renewalsDue)} />
      </div>
    </>
  );
}

/** What the user's programs called in the last 24 hours, and what is left of the limit. */
export function CallsOverview({ of: { hours, errors } }: { readonly of: Schema<'CallsOverviewResponse'> }): ReactNode {
  const { number, moment } = useFormat();
  return (
    <>
      <div className="halves">
        <Bars
          title="overview.calls"
          rows={hours.map(({ hour, calls }) => ({ key: hour, title: moment(hour), value: calls, text: number(calls) }))}
        />
        <Bars
          title="overview.errors"
          rows={errors.map(({ code, count }) => ({ key: code, title: code, value: count, text: number(count) }))}
        />
      </div>
      <Usage />
    </>
  );
}
