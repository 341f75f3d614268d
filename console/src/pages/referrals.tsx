import { Fragment, type ReactNode } from 'react';
import { call } from '../api/client.js';
import type { Schema } from '../api/schema.js';
import { useGet } from '../api/use-get.js';
import { useText } from '../messages/language.js';
import { toneOfWait, useFormat } from '../parts/format.js';
import { agentFilter, lineFilter } from '../parts/line-filters.js';
import { List, type Column, type Filter } from '../parts/list-page.js';
import { useList, type ListSearch } from '../parts/list-search.js';
import { BulkButton } from '../parts/bulk-button.js';
import { DOCUMENTS_ASKED, useReasonChoices, WITH_UNDERWRITER } from '../parts/overview/use-overview.js';
import { Card, PageHead, WithKeys } from '../parts/page.js';
import { Loaded } from '../parts/states.js';
import { Table } from '../parts/table.js';
import { useIsReader } from '../parts/write-button.js';

type Row = Schema<'StaffApplicationRowResponse'>;

export function ReferralsPage(): ReactNode {
  const t = useText();
  const isReader = useIsReader();
  const { moment } = useFormat();
  const list = useList('/backoffice-api/applications', { defaults: { status: WITH_UNDERWRITER } });
  const { search } = list;
  const status = search.values.status ?? WITH_UNDERWRITER;
  const columns: readonly Column<Row>[] = [
    { title: 'column.applicationNo', text: ({ applicationNo }) => applicationNo, sort: 'applicationNo' },
    {
      title: 'column.age',
      text: ({ waitingSince }) => moment(waitingSince),
      show: Waiting,
      sort: 'waitingSince',
    },
    { title: 'column.reasons', text: ({ reasons }) => reasons.map(({ code, text }) => `${code} ${text}`).join('; '), show: Reasons },
    { title: 'column.line', text: ({ lineTitle }) => lineTitle },
    { title: 'column.insured', text: ({ insured }) => insured ?? '' },
    { title: 'column.client', text: ({ clientName }) => clientName, sort: 'client' },
    { title: 'column.agent', text: ({ agentName }) => agentName, sort: 'agent' },
    { title: 'column.gross', amount: ({ gross }) => gross, sort: 'premium' },
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
    lineFilter(t),
    agentFilter('agent'),
    {
      name: 'assignee',
      label: 'column.assignee',
      choices: [
        ['me', t('referrals.mine')],
        ['none', t('referrals.nobody')],
      ],
    },
    { name: 'reason', label: 'filter.reason', type: 'search', choices: useReasonChoices() },
    { name: 'waitingSinceFrom', label: 'filter.waitsSince', type: 'date' },
    { name: 'waitingSinceTo', label: 'filter.waitsBefore', type: 'date' },
    { name: 'premiumFrom', label: 'filter.premiumFrom', type: 'money' },
  ];
  return (
    <>
      <PageHead title={t('nav.referrals')} about={<WithKeys about="referrals.about" />} />
      <div className="stack">
        <List
          name="nav.referrals"
          {...list}
          columns={columns}
          filters={filters}
          keyOf={({ id }) => id}
          linkOf={({ id }) => `/applications/${id}`}
          linkSearch={() => ({ queue: new URLSearchParams({ ...search.values, status, start: '' }).toString() })}
          empty="referrals.empty"
          bulk={
            isReader
              ? undefined
              : {
                  isPossible: ({ assignee }) => assignee === null,
                  show: (ticked, finish) => (
                    <BulkButton
                      title="assignee.take"
                      rows={ticked}
                      nameOf={({ applicationNo }) => applicationNo}
                      send={({ id }, key) =>
                        call('put', '/backoffice-api/applications/{id}/assignee', { path: { id }, key, body: { takeOver: false } })
                      }
                      finish={finish}
                      toast={(assigned) => ({ text: t('toast.assigned'), undo: (key) => releaseAll(assigned, key) })}
                    />
                  ),
                }
          }
        />
        <WaitingAmendments search={search} status={status} />
      </div>
    </>
  );
}

async function releaseAll(rows: readonly Row[], key: string): Promise<void> {
  for (const { id } of rows) await call('delete', '/backoffice-api/applications/{id}/assignee', { path: { id }, key: `${key}-${id}` });
}

type Waiting = Schema<'QueuedAmendmentResponse'>;

const AMENDMENTS_SHOWN = 200;

/** Amendments that wait for the same as the applications above, longest first. */
function WaitingAmendments({ search, status }: { readonly search: ListSearch; readonly status: string }): ReactNode {
  const { day, moment } = useFormat();
  const { line, agent } = search.values;
  const page = useGet('/backoffice-api/amendments', { query: { status, line, agent, limit: AMENDMENTS_SHOWN }, keepsPrevious: true });
  const columns: readonly Column<Waiting>[] = [
    { title: 'column.policyNo', text: ({ policyNo, amendmentNo }) => `${policyNo} / ${amendmentNo}` },
    { title: 'column.age', text: ({ waitingSince }) => moment(waitingSince), show: Waiting },
    { title: 'column.reasons', text: ({ reasons }) => reasons.map(({ code, text }) => `${code} ${text}`).join('; '), show: Reasons },
    { title: 'amendment.kind', text: ({ kindTitle }) => kindTitle },
    { title: 'column.line', text: ({ lineTitle }) => lineTitle },
    { title: 'amendment.effectiveDate', text: ({ effectiveDate }) => day(effectiveDate) },
    { title: 'column.client', text: ({ clientName }) => clientName },
    { title: 'column.agent', text: ({ agentName }) => agentName },
    { title: 'amendment.difference', amount: ({ gross }) => gross },
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

/** Time since which a referral waits, coloured when it is long. */
function Waiting({ waitingSince }: Pick<Row, 'waitingSince'>): ReactNode {
  const { age, moment } = useFormat();
  return (
    <span className={`tag ${toneOfWait(waitingSince)}`} title={moment(waitingSince)}>
      {age(waitingSince)}
    </span>
  );
}

function Reasons({ reasons }: Pick<Row, 'reasons'>): ReactNode {
  return (
    <>
      {reasons.map(({ code, text }) => (
        <Fragment key={code}>
          <span className="tag wait">{code}</span> {text}{' '}
        </Fragment>
      ))}
    </>
  );
}
