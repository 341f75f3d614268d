import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { call, download } from '../api/client.js';
import type { Schema } from '../api/schema.js';
import { useGet } from '../api/use-get.js';
import { useText } from '../messages/language.js';
import { saveFile } from '../parts/csv.js';
import { useCodes, type Titles } from '../parts/codes.js';
import { useAction } from '../parts/form.js';
import { FormDialog } from '../parts/form-dialog.js';
import { NOTHING, useFormat } from '../parts/format.js';
import { List, queryOf, type Column, type Filter } from '../parts/list-page.js';
import { useListSearch } from '../parts/list-search.js';
import { Card, Facts, PageHead } from '../parts/page.js';
import { Loaded, ProblemNotice } from '../parts/states.js';
import { RowButton } from './money.js';

type Queued = Schema<'QueuedPolicyResponse'>;

export function PoliciesPage(): ReactNode {
  const t = useText();
  const { money, day } = useFormat();
  const search = useListSearch();
  const page = useGet('/backoffice-api/policies', { query: { queue: 'due', ...queryOf(search) }, keepsFormer: true });
  const columns: readonly Column<Queued>[] = [
    { title: 'column.policyNo', text: ({ policyNo }) => policyNo },
    { title: 'column.due', text: ({ dueDate }) => day(dueDate), sort: 'dueDate' },
    { title: 'column.amount', text: ({ amount }) => money(amount), isNumber: true },
    { title: 'price.instalment', text: ({ instalmentNo }) => String(instalmentNo ?? '') },
    { title: 'column.client', text: ({ clientName }) => clientName },
    { title: 'column.agent', text: ({ agentName, agentCode }) => agentName ?? agentCode },
    { title: 'column.insured', text: ({ plateNo, address }) => plateNo ?? address ?? '' },
    { title: 'column.status', text: ({ statusTitle }) => statusTitle },
    { title: 'column.endDate', text: ({ endDate }) => day(endDate) },
  ];
  const filters: readonly Filter[] = [
    {
      name: 'queue',
      label: 'policies.queue',
      none: 'policies.due',
      choices: [
        ['overdue', t('policies.overdue')],
        ['renew', t('policies.renew')],
        ['ending', t('policies.ending')],
      ],
    },
    { name: 'days', label: 'filter.days', type: 'number' },
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
  return (
    <>
      <PageHead title={t('nav.policies')} />
      <List
        name="nav.policies"
        page={page}
        search={search}
        columns={columns}
        filters={filters}
        keyOf={({ applicationId, receiptNo }) => `${applicationId} ${receiptNo ?? ''}`}
        linkOf={({ applicationId }) => `/applications/${applicationId}`}
      />
    </>
  );
}

type Batch = Schema<'PayoutBatchResponse'>;

const BATCH_STATES: Titles = {
  PREPARED: 'batch.PREPARED',
  CONFIRMED: 'batch.CONFIRMED',
  CANCELLED: 'batch.CANCELLED',
};

export function BatchesPage(): ReactNode {
  const t = useText();
  const { money, day, moment } = useFormat();
  const search = useListSearch();
  const { titleOf, choicesOf } = useCodes();
  const page = useGet('/backoffice-api/payout-batches', { query: queryOf(search), keepsFormer: true });
  const columns: readonly Column<Batch>[] = [
    { title: 'column.number', text: ({ id }) => String(id) },
    { title: 'column.status', text: ({ status }) => titleOf(BATCH_STATES, status) },
    { title: 'field.executionDate', text: ({ executionDate }) => day(executionDate) },
    { title: 'column.count', text: ({ count }) => String(count), isNumber: true },
    { title: 'column.amount', text: ({ amount }) => money(amount), isNumber: true },
    { title: 'batch.preparedBy', text: ({ preparedBy, preparedAt }) => `${preparedBy}, ${moment(preparedAt)}` },
    { title: 'column.reference', text: ({ reference }) => reference ?? '' },
  ];
  return (
    <>
      <PageHead title={t('nav.batches')} about={t('batch.about')} />
      <List
        name="nav.batches"
        page={page}
        search={search}
        columns={columns}
        filters={[{ name: 'status', label: 'column.status', choices: choicesOf(BATCH_STATES) }]}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/payout-batches/${id}`}
      />
    </>
  );
}

export function BatchPage(): ReactNode {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const batch = useGet('/backoffice-api/payout-batches/{id}', { path: { id } });
  return <Loaded of={batch}>{({ body }) => <BatchView batch={body} />}</Loaded>;
}

function BatchView({ batch }: { readonly batch: Schema<'PayoutBatchWithPayoutsResponse'> }): ReactNode {
  const t = useText();
  const { money, day, moment } = useFormat();
  const { titleOf } = useCodes();
  const [asks, setAsks] = useState<'confirm' | 'cancel' | null>(null);
  const path = { id: batch.id };
  const save = useAction(async () =>
    saveFile(`payout-${batch.id}.xml`, await download('/backoffice-api/payout-batches/{id}/file', { path })),
  );
  return (
    <>
      <PageHead title={t('batch.title', { id: batch.id })} about={titleOf(BATCH_STATES, batch.status)}>
        {batch.status === 'PREPARED' && (
          <>
            <Button size="xs" variant="default" loading={save.isRunning} onClick={() => void save.run()}>
              {t('batch.file')}
            </Button>
            <Button size="xs" onClick={() => setAsks('confirm')}>
              {t('batch.confirm')}
            </Button>
            <Button size="xs" variant="default" onClick={() => setAsks('cancel')}>
              {t('batch.cancel')}
            </Button>
          </>
        )}
      </PageHead>
      <div className="stack">
        {save.problem !== null && <ProblemNotice problem={save.problem} />}
        <Card>
          <Facts
            facts={[
              ['column.amount', money(batch.amount)],
              ['column.count', batch.count],
              ['field.executionDate', day(batch.executionDate)],
              ['batch.preparedBy', `${batch.preparedBy}, ${moment(batch.preparedAt)}`],
              ['batch.endedBy', batch.endedBy === null ? NOTHING : `${batch.endedBy}, ${moment(batch.endedAt)}`],
              ['column.reference', batch.reference ?? NOTHING],
            ]}
          />
        </Card>
        <Payouts payouts={batch.payouts} isPaid={batch.status === 'CONFIRMED'} />
      </div>
      {asks === 'confirm' && (
        <FormDialog
          title="batch.confirm"
          says={t('batch.confirm.says', { amount: money(batch.amount) })}
          confirm="batch.confirm"
          isGrave
          fields={[{ name: 'reference', label: 'column.reference', hint: 'field.reference.hint' }]}
          send={(key, { reference = '' }) =>
            call('post', '/backoffice-api/payout-batches/{id}/confirmation', { path, key, body: { reference } })
          }
          close={() => setAsks(null)}
        />
      )}
      {asks === 'cancel' && (
        <FormDialog
          title="batch.cancel"
          says={t('batch.cancel.says')}
          confirm="batch.cancel"
          isGrave
          fields={[]}
          send={(key) => call('post', '/backoffice-api/payout-batches/{id}/cancellation', { path, key })}
          close={() => setAsks(null)}
        />
      )}
    </>
  );
}

type Payout = Schema<'PayoutBatchWithPayoutsResponse'>['payouts'][number];

interface PayoutsProps {
  readonly payouts: readonly Payout[];
  readonly isPaid: boolean;
}

/** The transfers of a batch; of one that was paid, each may come back. */
function Payouts({ payouts, isPaid }: PayoutsProps): ReactNode {
  const t = useText();
  const { money } = useFormat();
  const [returned, setReturned] = useState<Payout | null>(null);
  return (
    <>
      <div className="card table-box">
        <table className="table cards" aria-label={t('batch.payouts')}>
          <thead>
            <tr>
              <th>{t('column.reference')}</th>
              <th>{t('column.account')}</th>
              <th className="number">{t('column.amount')}</th>
              <th>{t('column.why')}</th>
              {isPaid && <th className="number">{t('list.actions')}</th>}
            </tr>
          </thead>
          <tbody>
            {payouts.map((payout) => (
              <tr key={payout.endToEndId}>
                <td data-label={t('column.reference')}>{payout.endToEndId}</td>
                <td data-label={t('column.account')}>
                  {payout.holder} {payout.iban}
                </td>
                <td className="number" data-label={t('column.amount')}>
                  {money(payout.amount)}
                </td>
                <td data-label={t('column.why')}>{payout.returnReason ?? NOTHING}</td>
                {isPaid && (
                  <td className="number">
                    {payout.returnedAt === null && <RowButton title="refund.return" onClick={() => setReturned(payout)} />}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {returned !== null && (
        <FormDialog
          title="refund.return"
          says={t('refund.return.says', { amount: money(returned.amount) })}
          confirm="refund.return"
          isGrave
          fields={[
            { name: 'reference', label: 'column.reference', hint: 'field.reference.hint' },
            { name: 'reason', label: 'refund.return.reason' },
          ]}
          send={(key, { reference = '', reason = '' }) =>
            call('post', '/backoffice-api/refunds/{id}/return', { path: { id: returned.refundId }, key, body: { reference, reason } })
          }
          close={() => setReturned(null)}
        />
      )}
    </>
  );
}
