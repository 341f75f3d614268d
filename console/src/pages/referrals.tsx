import type { ReactNode } from 'react';
import type { Schema } from '../api/schema.js';
import { useGet } from '../api/use-get.js';
import { useText } from '../messages/language.js';
import { useFormat } from '../parts/format.js';
import { lineAndAgent } from '../parts/line-filters.js';
import { List, queryOf, type Column, type Filter } from '../parts/list-page.js';
import { useListSearch, type ListSearch } from '../parts/list-search.js';
import { Card, PageHead } from '../parts/page.js';
import { Loaded } from '../parts/states.js';
import { Table } from '../parts/table.js';

type Row = Schema<'StaffApplicationRowResponse'>;

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
