import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { call, download } from '../api/client.js';
import { Problem } from '../api/problem.js';
import type { Schema } from '../api/schema.js';
import { useGet } from '../api/use-get.js';
import { useText } from '../messages/language.js';
import { useCodes, type Titles } from '../parts/codes.js';
import { saveFile } from '../parts/csv.js';
import { useAction } from '../parts/form.js';
import { FormDialog } from '../parts/form-dialog.js';
import { NOTHING, useFormat } from '../parts/format.js';
import { List, queryOf, type Column } from '../parts/list-page.js';
import { useListSearch } from '../parts/list-search.js';
import { Card, Facts, PageHead } from '../parts/page.js';
import { Loaded, ProblemNotice } from '../parts/states.js';
import { RowButton } from './money.js';

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

/** A batch with a page of its transfers. */
export function BatchPage(): ReactNode {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const batch = useGet('/backoffice-api/payout-batches', { query: { id } });
  return (
    <Loaded of={batch}>
      {({ body: { items } }) =>
        items[0] === undefined ? <ProblemNotice problem={new Problem('absent', '')} /> : <BatchView batch={items[0]} />
      }
    </Loaded>
  );
}

function BatchView({ batch }: { readonly batch: Batch }): ReactNode {
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
        <Payouts id={batch.id} isPaid={batch.status === 'CONFIRMED'} />
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

type Payout = Schema<'PayoutResponse'>;

interface PayoutsProps {
  readonly id: number;
  readonly isPaid: boolean;
}

/** The transfers of a batch; of one that was paid, each may come back. */
function Payouts({ id, isPaid }: PayoutsProps): ReactNode {
  const t = useText();
  const { money } = useFormat();
  const search = useListSearch();
  const page = useGet('/backoffice-api/payout-batches/{id}/payouts', { path: { id }, query: queryOf(search), keepsFormer: true });
  const [returned, setReturned] = useState<Payout | null>(null);
  const columns: readonly Column<Payout>[] = [
    { title: 'column.reference', text: ({ endToEndId }) => endToEndId },
    { title: 'column.account', text: ({ holder, iban }) => `${holder ?? NOTHING} ${iban ?? ''}` },
    { title: 'column.amount', text: ({ amount }) => money(amount), isNumber: true },
    { title: 'column.why', text: ({ returnReason }) => returnReason ?? '' },
  ];
  return (
    <>
      <List
        name="batch.payouts"
        page={page}
        search={search}
        columns={columns}
        keyOf={({ endToEndId }) => endToEndId}
        actions={
          isPaid
            ? (payout) => payout.returnedAt === null && <RowButton title="refund.return" onClick={() => setReturned(payout)} />
            : undefined
        }
      />
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
