import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { call, download } from '../api/client.js';
import { Problem } from '../api/problem.js';
import type { Schema } from '../api/schema.js';
import { useGet } from '../api/use-get.js';
import { useText, type MessageId } from '../messages/language.js';
import { ClientLink } from '../parts/client-link.js';
import { useCodes, type Titles } from '../parts/codes.js';
import { saveFile } from '../parts/csv.js';
import { FormDialog } from '../parts/form-dialog.js';
import { useAction } from '../parts/form.js';
import { NOTHING, useFormat } from '../parts/format.js';
import { List, type Column } from '../parts/list-page.js';
import { useList } from '../parts/list-search.js';
import { Card, Facts, PageHead } from '../parts/page.js';
import { AbsentPage, LoadedPage } from '../parts/loaded-page.js';
import { ProblemNotice } from '../parts/states.js';
import { RowButton, WriteButton } from '../parts/write-button.js';
import { useWho } from '../session.js';

type Batch = Schema<'PayoutBatchResponse'>;
type Step = 'approve' | 'confirm' | 'cancel';

/** Step of an open batch that another person than its preparer takes. */
const NEXT_STEPS: Readonly<Partial<Record<string, { step: Step; title: MessageId; waits: MessageId }>>> = {
  PREPARED: { step: 'approve', title: 'batch.approve', waits: 'batch.waits' },
  APPROVED: { step: 'confirm', title: 'batch.confirm', waits: 'batch.waits.confirm' },
};

const BATCH_STATES: Titles = {
  PREPARED: 'batch.PREPARED',
  APPROVED: 'batch.APPROVED',
  CONFIRMED: 'batch.CONFIRMED',
  CANCELLED: 'batch.CANCELLED',
};

export function BatchesPage(): ReactNode {
  const t = useText();
  const { day, moment } = useFormat();
  const { titleOf, choicesOf } = useCodes();
  const list = useList('/backoffice-api/payout-batches');
  const columns: readonly Column<Batch>[] = [
    { title: 'column.number', text: ({ id }) => String(id) },
    { title: 'column.status', text: ({ status }) => titleOf(BATCH_STATES, status) },
    { title: 'field.executionDate', text: ({ executionDate }) => day(executionDate) },
    { title: 'column.count', text: ({ count }) => String(count), isNumber: true },
    { title: 'column.amount', amount: ({ amount }) => amount },
    { title: 'batch.holderDiffersCount', text: ({ holderDiffersCount }) => String(holderDiffersCount), isNumber: true },
    { title: 'batch.ibanRepeatedCount', text: ({ ibanRepeatedCount }) => String(ibanRepeatedCount), isNumber: true },
    { title: 'batch.preparedBy', text: ({ preparedBy, preparedAt }) => `${preparedBy}, ${moment(preparedAt)}` },
    { title: 'column.reference', text: ({ reference }) => reference ?? '', isExtra: true },
  ];
  return (
    <>
      <PageHead title={t('nav.batches')} about={t('batch.about')} />
      <List
        name="nav.batches"
        {...list}
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
    <LoadedPage of={batch}>
      {({ body: { items } }) =>
        items[0] === undefined ? <AbsentPage problem={new Problem('absent', '')} /> : <BatchView batch={items[0]} />
      }
    </LoadedPage>
  );
}

function BatchView({ batch }: { readonly batch: Batch }): ReactNode {
  const t = useText();
  const { money, day, moment } = useFormat();
  const { titleOf } = useCodes();
  const [asks, setAsks] = useState<Step | null>(null);
  const isOwn = useWho().userId === batch.preparedById;
  const next = NEXT_STEPS[batch.status];
  const path = { id: batch.id };
  const save = useAction(async () =>
    saveFile(`payout-${batch.id}.xml`, await download('/backoffice-api/payout-batches/{id}/file', { path })),
  );
  return (
    <>
      <PageHead title={t('batch.title', { id: batch.id })} about={titleOf(BATCH_STATES, batch.status)}>
        {batch.status === 'APPROVED' && (
          <Button size="xs" variant="default" loading={save.isRunning} onClick={() => void save.run()}>
            {t('batch.file')}
          </Button>
        )}
        {next !== undefined && !isOwn && (
          <WriteButton size="xs" onClick={() => setAsks(next.step)}>
            {t(next.title)}
          </WriteButton>
        )}
        {next !== undefined && (
          <WriteButton size="xs" variant="default" onClick={() => setAsks('cancel')}>
            {t('batch.cancel')}
          </WriteButton>
        )}
      </PageHead>
      <div className="stack">
        {save.problem !== null && <ProblemNotice problem={save.problem} />}
        {isOwn && next !== undefined && (
          <p className="notice" role="status">
            {t(next.waits)}
          </p>
        )}
        <Card>
          <Facts
            facts={[
              ['column.amount', money(batch.amount)],
              ['column.count', batch.count],
              ['field.executionDate', day(batch.executionDate)],
              ['batch.holderDiffersCount', batch.holderDiffersCount],
              ['batch.ibanRepeatedCount', batch.ibanRepeatedCount],
              ['batch.preparedBy', `${batch.preparedBy}, ${moment(batch.preparedAt)}`],
              ['batch.approvedBy', batch.approvedBy === null ? NOTHING : `${batch.approvedBy}, ${moment(batch.approvedAt)}`],
              ['batch.endedBy', batch.endedBy === null ? NOTHING : `${batch.endedBy}, ${moment(batch.endedAt)}`],
              ['column.reference', batch.reference ?? NOTHING],
            ]}
          />
        </Card>
        <Payouts id={batch.id} isPaid={batch.status === 'CONFIRMED'} />
      </div>
      {asks !== null && <StepDialog batch={batch} step={asks} close={() => setAsks(null)} />}
    </>
  );
}

interface StepDialogProps {
  readonly batch: Batch;
  readonly step: Step;
  readonly close: () => void;
}

function StepDialog({ batch, step, close }: StepDialogProps): ReactNode {
  const t = useText();
  const { money } = useFormat();
  const path = { id: batch.id };
  const amount = money(batch.amount);
  if (step === 'approve') {
    const { count, holderDiffersCount: holders, ibanRepeatedCount: ibans } = batch;
    return (
      <FormDialog
        title="batch.approve"
        says={t('batch.approve.says', { count, amount, holders, ibans })}
        confirm="batch.approve"
        isDestructive
        fields={[]}
        send={(key) => call('post', '/backoffice-api/payout-batches/{id}/approval', { path, key })}
        close={close}
      />
    );
  }
  if (step === 'cancel') {
    return (
      <FormDialog
        title="batch.cancel"
        says={t('batch.cancel.says')}
        confirm="batch.cancel"
        isDestructive
        fields={[]}
        send={(key) => call('post', '/backoffice-api/payout-batches/{id}/cancellation', { path, key })}
        close={close}
      />
    );
  }
  return (
    <FormDialog
      title="batch.confirm"
      says={t('batch.confirm.says', { amount })}
      confirm="batch.confirm"
      isDestructive
      fields={[{ name: 'reference', label: 'column.reference', hint: 'field.reference.hint' }]}
      send={(key, { reference = '' }) =>
        call('post', '/backoffice-api/payout-batches/{id}/confirmation', { path, key, body: { reference } })
      }
      close={close}
    />
  );
}

type Payout = Schema<'PayoutResponse'>;

/** Texts of the marks to check before a payout is approved. */
function marksOf({ holderDiffers, ibanRepeated }: Payout): MessageId[] {
  const marks: MessageId[] = [];
  if (holderDiffers === true) marks.push('batch.holderDiffers');
  if (ibanRepeated === true) marks.push('batch.ibanRepeated');
  if (holderDiffers === null || ibanRepeated === null) marks.push('batch.notCompared');
  return marks;
}

function Marks({ payout }: { readonly payout: Payout }): ReactNode {
  const t = useText();
  const marks = marksOf(payout);
  if (marks.length === 0) return t('batch.noMarks');
  return (
    <span className="tools">
      {marks.map((mark) => (
        <span key={mark} className="tag wait">
          {t(mark)}
        </span>
      ))}
    </span>
  );
}

function policyOf({ policyNo, applicationId }: Payout, t: ReturnType<typeof useText>): string {
  return policyNo ?? (applicationId === null ? NOTHING : t('batch.application', { id: applicationId }));
}

function PolicyLink({ payout }: { readonly payout: Payout }): ReactNode {
  const t = useText();
  const text = policyOf(payout, t);
  return payout.applicationId === null ? text : <Link to={`/applications/${payout.applicationId}`}>{text}</Link>;
}

interface PayoutsProps {
  readonly id: number;
  readonly isPaid: boolean;
}

/** Lists the transfers of a batch. Transfers of a confirmed one can be recorded as returned. */
function Payouts({ id, isPaid }: PayoutsProps): ReactNode {
  const t = useText();
  const { money } = useFormat();
  const list = useList('/backoffice-api/payout-batches/{id}/payouts', { path: { id } });
  const [returned, setReturned] = useState<Payout | null>(null);
  const columns: readonly Column<Payout>[] = [
    { title: 'batch.endToEnd', text: ({ endToEndId }) => endToEndId },
    {
      title: 'column.client',
      text: ({ clientName }) => clientName ?? NOTHING,
      show: ({ clientName, clientId }) => <ClientLink id={clientId} name={clientName ?? NOTHING} />,
    },
    { title: 'column.policyNo', text: (payout) => policyOf(payout, t), show: (payout) => <PolicyLink payout={payout} /> },
    { title: 'batch.owedFor', text: ({ reason }) => reason.message },
    { title: 'column.account', text: ({ holder, iban }) => `${holder ?? NOTHING} ${iban ?? ''}` },
    { title: 'column.amount', amount: ({ amount }) => amount },
    {
      title: 'batch.marks',
      text: (payout) =>
        marksOf(payout)
          .map((mark) => t(mark))
          .join('; '),
      show: (payout) => <Marks payout={payout} />,
    },
    { title: 'column.why', text: ({ returnReason }) => returnReason ?? '' },
  ];
  return (
    <>
      <List
        name="batch.payouts"
        {...list}
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
          isDestructive
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
