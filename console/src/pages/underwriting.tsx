import type { ReactNode } from 'react';
import type { Schema } from '../api/schema.js';
import { useGet } from '../api/use-get.js';
import { useInName } from '../frame/agent.js';
import { useText, type MessageId } from '../messages/language.js';
import { Bars, Tile } from '../parts/figures.js';
import { useFormat } from '../parts/format.js';
import { List, queryOf, type Column, type Filter } from '../parts/list-page.js';
import { useListSearch, type ListSearch } from '../parts/list-search.js';
import { Card, PageHead, StatusTag } from '../parts/page.js';
import { Table } from '../parts/table.js';
import { Loaded } from '../parts/states.js';
import { useWho } from '../session.js';
import { CallsOverview, PortfolioOverview } from './agent/overview.js';
import { TrialBalancePage } from './desk/books.js';
import { IssuingOverview } from './issuing-overview.js';

type Row = Schema<'StaffApplicationRowResponse'>;
type Underwriting = Schema<'UnderwritingOverviewResponse'>;

/** Statuses that wait for the underwriter, and for the agent's documents. */
const WITH_UNDERWRITER = '30';
const DOCUMENTS_ASKED = '11';

export function ReferralsPage(): ReactNode {
  const t = useText();
  const { money, age, moment } = useFormat();
  const search = useListSearch();
  const query = { ...queryOf(search), status: search.values.status ?? WITH_UNDERWRITER };
  const page = useGet('/backoffice-api/applications', { query, keepsPrevious: true });
  const columns: readonly Column<Row>[] = [
    { title: 'column.applicationNo', text: ({ applicationNo }) => applicationNo },
    {
      title: 'column.age',
      text: ({ waitingSince }) => moment(waitingSince),
      show: ({ waitingSince }) => <span className="short">{age(waitingSince)}</span>,
      sort: 'waitingSince',
    },
    { title: 'column.reasons', text: ({ reasons }) => reasons.map(({ code, text }) => `${code} ${text}`).join('; '), show: Reasons },
    { title: 'column.line', text: ({ lineTitle }) => lineTitle },
    { title: 'column.insured', text: ({ insured }) => insured ?? '' },
    { title: 'column.client', text: ({ clientName }) => clientName, sort: 'client' },
    { title: 'column.agent', text: ({ agentName }) => agentName },
    { title: 'column.gross', text: ({ gross }) => money(gross), isNumber: true, sort: 'premium' },
    { title: 'column.assignee', text: ({ assignee }) => assignee?.name ?? '' },
  ];
  const filters: readonly Filter[] = [
    {
      name: 'status',
      label: 'filter.waits',
      none: 'referrals.decide',
      choices: [
        [DOCUMENTS_ASKED, t('referrals.documents')],
        [`${WITH_UNDERWRITER},${DOCUMENTS_ASKED}`, t('referrals.both')],
      ],
    },
    ...lineAndAgent(t),
    {
      name: 'assignee',
      label: 'column.assignee',
      choices: [
        ['me', t('referrals.mine')],
        ['none', t('referrals.nobody')],
      ],
    },
    { name: 'reason', label: 'filter.reason' },
    { name: 'premiumFrom', label: 'filter.premiumFrom', type: 'money' },
  ];
  return (
    <>
      <PageHead title={t('nav.referrals')} about={t('referrals.about')} />
      <div className="stack">
        <List
          name="nav.referrals"
          page={page}
          search={search}
          columns={columns}
          filters={filters}
          keyOf={({ id }) => id}
          linkOf={({ id }) => `/applications/${id}`}
          linkSearch={() => ({ queue: new URLSearchParams({ ...search.values, status: query.status, start: '' }).toString() })}
          empty="referrals.empty"
        />
        <WaitingAmendments search={search} status={query.status} />
      </div>
    </>
  );
}

type Waiting = Schema<'QueuedAmendmentResponse'>;

const AMENDMENTS_SHOWN = 200;

/** Amendments that wait for the same as the applications above, longest first. */
function WaitingAmendments({ search, status }: { readonly search: ListSearch; readonly status: string }): ReactNode {
  const { money, age, day } = useFormat();
  const { line, agent } = search.values;
  const page = useGet('/backoffice-api/amendments', { query: { status, line, agent, limit: AMENDMENTS_SHOWN }, keepsPrevious: true });
  const columns: readonly Column<Waiting>[] = [
    { title: 'column.policyNo', text: ({ policyNo, amendmentNo }) => `${policyNo} / ${amendmentNo}` },
    { title: 'column.age', text: ({ waitingSince }) => age(waitingSince) },
    { title: 'column.reasons', text: ({ reasons }) => reasons.map(({ code, text }) => `${code} ${text}`).join('; '), show: Reasons },
    { title: 'amendment.kind', text: ({ kindTitle }) => kindTitle },
    { title: 'column.line', text: ({ lineTitle }) => lineTitle },
    { title: 'amendment.effectiveDate', text: ({ effectiveDate }) => day(effectiveDate) },
    { title: 'column.client', text: ({ clientName }) => clientName },
    { title: 'column.agent', text: ({ agentName }) => agentName },
    { title: 'amendment.difference', text: ({ gross }) => money(gross), isNumber: true },
  ];
  const found = page.data?.body.items ?? [];
  if (found.length === 0 && page.error === null) return null;
  return (
    <Card title="referrals.amendments" isBare>
      <Loaded of={page}>
        {({ body }) => (
          <Table
            name="referrals.amendments"
            rows={body.items}
            columns={columns}
            keyOf={({ applicationId, amendmentNo }) => `${applicationId} ${amendmentNo}`}
            linkOf={({ applicationId, amendmentNo }) => `/applications/${applicationId}/amendments/${amendmentNo}`}
          />
        )}
      </Loaded>
    </Card>
  );
}

function Reasons({ reasons }: Pick<Row, 'reasons'>): ReactNode {
  return (
    <div className="reasons">
      {reasons.map(({ code, text }) => (
        <div key={code}>
          <span className="tag wait">{code}</span> {text}
        </div>
      ))}
    </div>
  );
}

function lineAndAgent(t: (id: MessageId) => string): readonly Filter[] {
  return [
    {
      name: 'line',
      label: 'column.line',
      choices: [
        ['fire', t('line.fire')],
        ['motor', t('line.motor')],
      ],
    },
    { name: 'agent', label: 'filter.agent' },
  ];
}

export function ApplicationsPage(): ReactNode {
  const t = useText();
  const { money, day } = useFormat();
  const search = useListSearch();
  const page = useGet('/backoffice-api/applications', { query: queryOf(search), keepsPrevious: true });
  const columns: readonly Column<Row>[] = [
    { title: 'column.applicationNo', text: ({ applicationNo }) => applicationNo },
    { title: 'column.policyNo', text: ({ policyNo }) => policyNo ?? '' },
    {
      title: 'column.status',
      text: ({ statusTitle }) => statusTitle,
      show: ({ status, statusTitle }) => <StatusTag status={status} title={statusTitle} />,
    },
    { title: 'column.line', text: ({ lineTitle }) => lineTitle },
    { title: 'column.insured', text: ({ insured }) => insured ?? '' },
    { title: 'column.client', text: ({ clientName }) => clientName },
    { title: 'column.agent', text: ({ agentName }) => agentName },
    { title: 'column.startDate', text: ({ startDate }) => day(startDate), sort: 'startDate' },
    { title: 'column.endDate', text: ({ endDate }) => day(endDate), sort: 'endDate' },
    { title: 'column.gross', text: ({ gross }) => money(gross), isNumber: true, sort: 'premium' },
  ];
  const filters: readonly Filter[] = [
    { name: 'number', label: 'filter.number' },
    { name: 'name', label: 'filter.name' },
    { name: 'afm', label: 'filter.afm' },
    { name: 'plateNo', label: 'filter.plateNo' },
    ...lineAndAgent(t),
    { name: 'status', label: 'filter.status' },
    { name: 'startFrom', label: 'filter.startFrom', type: 'date' },
    { name: 'endTo', label: 'filter.endTo', type: 'date' },
  ];
  return (
    <>
      <PageHead title={t('nav.applications')} />
      <List
        name="nav.applications"
        page={page}
        search={search}
        columns={columns}
        filters={filters}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/applications/${id}`}
      />
    </>
  );
}

export function OverviewPage(): ReactNode {
  const { role } = useWho();
  // Accounting has no work that waits.
  return role === 'accounting' ? <TrialBalancePage /> : <WorkOverview />;
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
        <Bars title="overview.byStatus" rows={statuses} />
      </div>
    </>
  );
}
