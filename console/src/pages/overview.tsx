import { Navigate } from '@tanstack/react-router';
import { lazy, Suspense, type ReactNode } from 'react';
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
import { DOCUMENTS_ASKED, WITH_UNDERWRITER } from '../parts/overview/use-overview.js';
import { Loaded, Loading } from '../parts/states.js';
import { useWho } from '../session.js';

type Underwriting = Schema<'UnderwritingOverviewResponse'>;

const IntegrationStart = lazy(() => import('../parts/overview/integration-start.js').then((part) => ({ default: part.IntegrationStart })));

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
            {body.integration !== null && (
              <Suspense fallback={<Loading />}>
                <IntegrationStart of={body.integration} />
              </Suspense>
            )}
            {/* A new integrator sees the steps instead of zeros. */}
            {body.portfolio !== null && (body.integration === null || body.portfolio.applications.length > 0) && (
              <PortfolioOverview of={body.portfolio} />
            )}
            {body.calls !== null && (body.integration === null || body.integration.hasCalled) && <CallsOverview of={body.calls} />}
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
      <Tile title="overview.production" value={access.productionRequested} to="/keys" search={{ productionRequested: 'yes' }} />
      <Tile title="overview.invitations" value={access.invitationsOpen} to="/users" search={{ hasPassword: 'no', status: 'active' }} />
    </div>
  );
}

type Age = Underwriting['referrals']['items'][number]['age'];

/** Titles of the ages, with their hours: at least, and less than. */
const AGES: Readonly<Record<Age, readonly [title: MessageId, least: number, most: number | null]>> = {
  UNDER_1_HOUR: ['ages.hour', 0, 1],
  UNDER_4_HOURS: ['ages.hours4', 1, 4],
  UNDER_24_HOURS: ['ages.day', 4, 24],
  UNDER_3_DAYS: ['ages.days3', 24, 72],
  OVER_3_DAYS: ['ages.over', 72, null],
};
const HOUR_MS = 3_600_000;
const MOST_REASONS = 10;

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString();

function UnderwritingOverview({
  of: { referrals, amendments, applications, premium },
}: {
  readonly of: Underwriting;
  readonly search: ListSearch;
}): ReactNode {
  const t = useText();
  const { age, number, money, month } = useFormat();
  const byAge = Object.entries(AGES).map(([name, [title, least, most]]) => {
    const count = referrals.items.filter((item) => item.age === name).reduce((sum, item) => sum + item.count, 0);
    const search = {
      status: `${WITH_UNDERWRITER},${DOCUMENTS_ASKED}`,
      ...(least > 0 && { waitingSinceTo: hoursAgo(least) }),
      ...(most !== null && { waitingSinceFrom: hoursAgo(most) }),
    };
    return { key: name, title: t(title), value: count, text: number(count), search };
  });
  const byReason = referrals.reasons.slice(0, MOST_REASONS).map(({ code, text, count }) => ({
    key: code,
    title: `${code} ${text}`,
    value: count,
    text: number(count),
    search: { status: `${WITH_UNDERWRITER},${DOCUMENTS_ASKED}`, reason: code },
  }));
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
        <Bars title="overview.byAge" rows={byAge} to="/referrals" />
        <Bars title="overview.byReason" rows={byReason} to="/referrals" />
        <Bars title="overview.premium" rows={months} />
        <Bars title="overview.byStatus" rows={statuses} to="/applications" />
      </div>
    </>
  );
}
