import { useState, type ReactNode } from 'react';
import { call } from '../api/client.js';
import type { Schema } from '../api/schema.js';
import { leadsTo } from '../frame/navigation.js';
import { useText } from '../messages/language.js';
import { Ago } from '../parts/ago.js';
import { BulkButton } from '../parts/bulk-button.js';
import type { BulkOutcome } from '../parts/bulk-failures.js';
import { useCodes, type Titles } from '../parts/codes.js';
import { FormDialog } from '../parts/form-dialog.js';
import { today, useFormat } from '../parts/format.js';
import { List, type Column } from '../parts/list-page.js';
import { useList } from '../parts/list-search.js';
import { PageHead } from '../parts/page.js';
import { Resolve, type Suspended } from '../parts/resolve-suspense.js';
import type { Toast } from '../parts/toast-store.js';
import { RowButton, useIsReader, WriteButton } from '../parts/write-button.js';
import { useWho } from '../session.js';

const OUTCOMES: Titles = {
  ISSUED: 'payment.issued',
  INSTALMENT_PAID: 'payment.instalment',
  PAID_SEVERAL: 'payment.several',
  SUSPENDED: 'payment.suspended',
};

const STATES = [
  ['credit', 'suspense.credit'],
  ['resolved', 'state.resolved'],
] as const;

/** Lists suspense items and records payments. */
export function SuspensePage(): ReactNode {
  const t = useText();
  const { day, moment } = useFormat();
  const list = useList('/backoffice-api/suspense', { defaults: { state: 'open' } });
  const isReader = useIsReader();
  const [isBooking, setBooking] = useState(false);
  const [resolving, setResolving] = useState<Suspended | null>(null);
  const columns: readonly Column<Suspended>[] = [
    { title: 'column.applicationNo', text: ({ applicationNo }) => applicationNo ?? t('suspense.unknown') },
    { title: 'column.amount', amount: ({ amount }) => amount },
    { title: 'column.client', text: ({ clientName }) => clientName ?? '' },
    { title: 'column.why', text: ({ reason }) => reason.message },
    { title: 'column.paymentCode', text: ({ paymentCode }) => paymentCode ?? '' },
    { title: 'column.reference', text: ({ reference }) => reference },
    { title: 'column.valueDate', text: ({ valueDate }) => day(valueDate) },
    { title: 'column.since', text: ({ createdAt }) => moment(createdAt), show: ({ createdAt }) => <Ago at={createdAt} />, isWhole: true },
    {
      title: 'column.resolution',
      text: ({ resolvedBy, resolvedAt }) => (resolvedBy === null ? '' : `${resolvedBy}, ${moment(resolvedAt)}`),
    },
  ];
  return (
    <>
      <PageHead title={t('nav.suspense')} about={t('suspense.about')}>
        <WriteButton size="xs" onClick={() => setBooking(true)}>
          {t('payment.book')}
        </WriteButton>
      </PageHead>
      <List
        name="nav.suspense"
        {...list}
        columns={columns}
        filters={[
          {
            name: 'state',
            label: 'column.status',
            none: 'state.open',
            choices: STATES.map(([state, title]) => [state, t(title)] as const),
          },
        ]}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/suspense/${id}`}
        actions={(row) => row.resolution === null && <RowButton title="suspense.resolve" onClick={() => setResolving(row)} />}
        empty="suspense.empty"
        bulk={
          isReader
            ? undefined
            : {
                isPossible: ({ resolution }) => resolution === null,
                show: (ticked, finish) => <ReturnMoney items={ticked} finish={finish} />,
              }
        }
      />
      {isBooking && <BookPayment close={() => setBooking(false)} />}
      {resolving !== null && <Resolve item={resolving} close={() => setResolving(null)} />}
    </>
  );
}

interface ReturnProps {
  readonly items: readonly Suspended[];
  readonly finish: (outcome: BulkOutcome<Suspended>) => void;
}

/** Refunds several amounts, each to the client of its application or to its sender. */
function ReturnMoney({ items, finish }: ReturnProps): ReactNode {
  const t = useText();
  const { money } = useFormat();
  const cents = items.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  const lines = items.map(({ reference, amount, clientName }) =>
    t('suspense.return.each', { reference, amount: money(amount), to: clientName ?? t('refund.sender') }),
  );
  return (
    <BulkButton
      title="suspense.return"
      rows={items}
      nameOf={({ reference }) => reference}
      dialog={{
        says: (
          <span className="pre">{[t('suspense.return.says', { n: items.length, amount: money(cents / 100) }), ...lines].join('\n')}</span>
        ),
        fields: [],
        isDestructive: true,
      }}
      send={({ id }, key) => call('post', '/backoffice-api/suspense/{id}/resolution', { path: { id }, key, body: { refund: true } })}
      finish={finish}
    />
  );
}

function BookPayment({ close }: { readonly close: () => void }): ReactNode {
  const t = useText();
  const toToast = usePaymentToast();
  return (
    <FormDialog
      title="payment.book"
      says={t('payment.book.says')}
      confirm="payment.book"
      isDestructive
      fields={[
        { name: 'paymentCode', label: 'column.paymentCode' },
        { name: 'amount', label: 'field.amount', type: 'money' },
        { name: 'reference', label: 'column.reference', hint: 'field.reference.hint' },
        { name: 'valueDate', label: 'column.valueDate', hint: 'field.valueDate.hint', type: 'date', initial: today() },
      ]}
      send={async (key, { amount, paymentCode = '', reference = '', valueDate = '' }) => {
        const body = { paymentCode, amount: Number(amount), reference, valueDate };
        return (await call('post', '/backoffice-api/payments', { key, body })).body;
      }}
      toast={toToast}
      close={close}
    />
  );
}

/** Says what a payment did, with a link to its application, policy or item in suspense. */
function usePaymentToast(): (payment: Schema<'BankPaymentResponse'>) => Toast {
  const { money } = useFormat();
  const { titleOf } = useCodes();
  const { role } = useWho();
  return ({ outcome, amount, reference, reason, applicationId, suspenseId }) => {
    const application = applicationId !== null && leadsTo(role, '/applications') ? `/applications/${applicationId}` : undefined;
    return {
      text: [titleOf(OUTCOMES, outcome), money(amount), reference, reason?.message].filter(Boolean).join(' · '),
      to: suspenseId === null ? application : `/suspense/${suspenseId}`,
    };
  };
}
