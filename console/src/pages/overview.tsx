import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schema } from '../api/schema.js';
import { useGet } from '../api/use-get.js';
import { useInName } from '../frame/agent.js';
import { useText, type MessageId } from '../messages/language.js';
import { Bars, Tile } from '../parts/figures.js';
import { useFormat } from '../parts/format.js';
import { useListSearch, type ListSearch } from '../parts/list-search.js';
import { CallsOverview, PortfolioOverview } from '../parts/overview/agent-overview.js';
import { IssuingOverview } from '../parts/overview/issuing-overview.js';
import { PageHead } from '../parts/page.js';
import { Loaded } from '../parts/states.js';
import { useWho } from '../session.js';

type Underwriting = Schema<'UnderwritingOverviewResponse'>;

export function OverviewPage(): ReactNode {
  const { role } = useWho();
  // Accounting has no work that waits.
  return role === 'accounting' ? <Navigate to="/trial-balance" replace /> : <WorkOverview />;
}

function WorkOverview(): ReactNode {
  const t = useText();
  const { moment } = useFormat();
  const search = useListSearch();
  const { agent } = useInName();
  const overview = useGet('/backoffice-api/overview', { query: agent === null ? search.values : { ...search.values, agentCode: agent } });
  return (
    <Loaded of={overview} lines={8}>
      {({ body }) => (
        <>
          <PageHead title={t('nav.overview')} about={body.asOf === null ? undefined : t('overview.asOf', { at: moment(body.asOf) })} />
          <div className="stack">
            {body.access !== null && <Access access={body.access} />}
            {body.underwriting !== null && <UnderwritingOverview of={body.underwriting} search={search} />}
            {body.issuing !== null && <IssuingOverview of={body.issuing} />}
            {body.portfolio !== null && <PortfolioOverview of={body.portfolio} />}
            {body.calls !== null && <CallsOverview of={body.calls} />}
          </div>
        </>
      )}
    </Loaded>
  );
}

function Access({ access }: { readonly access: Schema<'AccessOverviewResponse'> }): ReactNode {
  return (
    <div className="tiles">
      <Tile title="overview.signups" value={access.signupsUnconfirmed} />
      <Tile title="overview.production" value={access.productionRequested} />
      <Tile title="overview.invitations" value={access.invitationsOpen} />
    </div>
  );
}

const AGES: Readonly<Record<Underwriting['referrals']['items'][number]['age'], MessageId>> = {
  UNDER_1_HOUR: 'ages.hour',
  UNDER_4_HOURS: 'ages.hours4',
  UNDER_24_HOURS: 'ages.day',
  UNDER_3_DAYS: 'ages.days3',
  OVER_3_DAYS: 'ages.over',
};

function UnderwritingOverview({
  of: { referrals, amendments, applications, premium },
}: {
  readonly of: Underwriting;
  readonly search: ListSearch;
}): ReactNode {
  const t = useText();
  const { age, number, money, month } = useFormat();
  const byAge = Object.entries(AGES).map(([name, title]) => {
    const count = referrals.items.filter((item) => item.age === name).reduce((sum, item) => sum + item.count, 0);
    return { key: name, title: t(title), value: count, text: number(count) };
  });
  const statuses = applications.map(({ line, status, statusTitle, count }) => ({
    key: `${line} ${status}`,
    title: `${t(line === 'fire' ? 'line.fire' : 'line.motor')} · ${statusTitle}`,
    value: count,
    text: number(count),
    search: { status, line },
  }));
  const months = [...new Set(premium.map((row) => row.month))].map((name) => {
    const gross = premium.filter((row) => row.month === name).reduce((sum, row) => sum + row.gross, 0);
    return { key: name, title: month(name), value: gross, text: money(gross) };
  });
  const [since] = [referrals.oldest, amendments.oldest].filter((time) => time !== null).sort();
  const oldest = since === undefined ? undefined : t('overview.oldest', { age: age(since) });
  return (
    <>
      <div className="tiles">
        <Tile title="overview.referrals" value={number(referrals.count + amendments.count)} note={oldest} to="/referrals" />
        <Tile title="overview.month" value={money(months[0]?.value ?? 0)} note={months[0]?.title} />
      </div>
      <div className="halves">
        <Bars title="overview.byAge" rows={byAge} />
        <Bars title="overview.premium" rows={months} />
        <Bars title="overview.byStatus" rows={statuses} to="/applications" />
      </div>
    </>
  );
}
