import { Alert, Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { call } from '../api/client.js';
import type { Schema } from '../api/schema.js';
import { useGet } from '../api/use-get.js';
import { useText, type MessageId } from '../messages/language.js';
import { useCodes, type Titles } from '../parts/codes.js';
import { FormDialog, type Values } from '../parts/form-dialog.js';
import { today, useFormat } from '../parts/format.js';
import { List, queryOf, type Column, type Filter } from '../parts/list-page.js';
import { useListSearch } from '../parts/list-search.js';
import { PageHead } from '../parts/page.js';
import { useIsReader, WriteButton } from '../parts/write-button.js';

type Suspended = Schema<'SuspenseItemResponse'>;
type Resolution = Schema<'SuspenseResolutionRequest'>;

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
  const { day, money, moment } = useFormat();
  const search = useListSearch();
  const page = useGet('/backoffice-api/suspense', { query: { state: 'open', ...queryOf(search) }, keepsPrevious: true });
  const { titleOf } = useCodes();
  const [isBooking, setBooking] = useState(false);
  const [resolving, setResolving] = useState<Suspended | null>(null);
  const [booked, setBooked] = useState<Schema<'BankPaymentResponse'> | null>(null);
  const columns: readonly Column<Suspended>[] = [
    { title: 'column.applicationNo', text: ({ applicationNo }) => applicationNo ?? t('suspense.unknown') },
    { title: 'column.amount', text: ({ amount }) => money(amount), isNumber: true },
    { title: 'column.client', text: ({ clientName }) => clientName ?? '' },
    { title: 'column.why', text: ({ reason }) => reason.message },
    { title: 'column.paymentCode', text: ({ paymentCode }) => paymentCode ?? '' },
    { title: 'column.reference', text: ({ reference }) => reference },
    { title: 'column.valueDate', text: ({ valueDate }) => day(valueDate) },
    { title: 'column.since', text: ({ createdAt }) => moment(createdAt) },
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
      {booked !== null && (
        <Alert variant="outline" role="status" mb="md" title={titleOf(OUTCOMES, booked.outcome)}>
          {`${money(booked.amount)} · ${booked.reference} ${booked.reason?.message ?? ''}`}
        </Alert>
      )}
      <List
        name="nav.suspense"
        page={page}
        search={search}
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
      />
      {isBooking && <BookPayment close={() => setBooking(false)} done={setBooked} />}
      {resolving !== null && <Resolve item={resolving} close={() => setResolving(null)} />}
    </>
  );
}

interface RowButtonProps {
  readonly title: MessageId;
  readonly onClick: () => void;
  /** Whether it only shows something, so that users who only read see it too. */
  readonly isRead?: true;
}

export function RowButton({ title, onClick, isRead }: RowButtonProps): ReactNode {
  const t = useText();
  const isReader = useIsReader();
  if (isReader && isRead !== true) return null;
  return (
    <Button size="compact-xs" variant="default" onClick={onClick}>
      {t(title)}
    </Button>
  );
}

interface BookProps {
  readonly close: () => void;
  readonly done: (payment: Schema<'BankPaymentResponse'>) => void;
}

function BookPayment({ close, done }: BookProps): ReactNode {
  const t = useText();
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
      done={done}
      close={close}
    />
  );
}

/** Reads the form; items to use together are numbers with any text between them. */
function toResolution({ use, applicationId = '', agentCode = '', amount = '', withItems = '', writeOff }: Values): Resolution {
  const targets: Readonly<Record<string, Resolution>> = {
    pay: { applicationId: Number(applicationId), writeOff: writeOff === 'yes' },
    credit: { creditOf: Number(applicationId) },
    agent: { agentCode },
    refund: { refund: true },
  };
  const items = Array.from(withItems.matchAll(/\d+/g), ([id]) => Number(id));
  return {
    ...targets[use ?? 'pay'],
    ...(amount === '' ? {} : { amount: Number(amount) }),
    ...(items.length === 0 ? {} : { withItems: items }),
  };
}

export function Resolve({ item, close }: { readonly item: Suspended; readonly close: () => void }): ReactNode {
  const t = useText();
  const path = { id: item.id };
  const { money } = useFormat();
  return (
    <FormDialog
      title="suspense.resolve"
      says={t('suspense.resolve.says', { amount: money(item.amount), reference: item.reference })}
      confirm="suspense.resolve"
      isDestructive
      fields={[
        {
          name: 'use',
          label: 'suspense.use',
          initial: 'pay',
          choices: [
            ['pay', t('suspense.use.pay')],
            ['agent', t('suspense.use.agent')],
            ...(item.creditOf === null ? [['credit', t('suspense.use.credit')] as const] : []),
            ['refund', t('suspense.use.refund')],
          ],
        },
        { name: 'amount', label: 'suspense.part', hint: 'suspense.part.hint', type: 'money', isOptional: true },
        { name: 'withItems', label: 'suspense.with', hint: 'suspense.with.hint', isOptional: true },
        { name: 'agentCode', label: 'column.agent', isShown: ({ use }) => use === 'agent' },
        {
          name: 'applicationId',
          label: 'field.applicationId',
          hint: 'field.applicationId.hint',
          type: 'whole',
          initial: String(item.creditOf ?? item.applicationId ?? ''),
          isShown: ({ use }) => use === 'pay' || use === 'credit',
        },
        {
          name: 'writeOff',
          label: 'suspense.writeOff',
          hint: 'suspense.writeOff.hint',
          initial: 'no',
          choices: [
            ['no', t('answer.no')],
            ['yes', t('answer.yes')],
          ],
          isShown: ({ use }) => use === 'pay',
        },
      ]}
      send={(key, values) => call('post', '/backoffice-api/suspense/{id}/resolution', { path, key, body: toResolution(values) })}
      preview={{
        name: `suspense ${item.id}`,
        load: async (values, signal) =>
          (await call('post', '/backoffice-api/suspense/{id}/resolution/preview', { path, body: toResolution(values), signal })).body,
        show: (shown) => <Use of={shown} />,
      }}
      close={close}
    />
  );
}

function Use({ of }: { readonly of: Schema<'SuspensePreviewResponse'> }): ReactNode {
  const t = useText();
  const { money } = useFormat();
  const { use, amount, applicationId, application, account, agentCode, rest } = of;
  const isSenders = use === 'OWED' && applicationId === null;
  const title = isSenders ? 'suspense.owed.sender' : (USES[use as keyof typeof USES] ?? 'suspense.owed');
  return (
    <>
      <p>
        {t(title)} <strong>{money(amount)}</strong>
      </p>
      {application !== null && <p>{`${application.applicationNo} · ${application.clientName} · ${application.statusTitle}`}</p>}
      {agentCode !== null && <p>{agentCode}</p>}
      {rest > 0 && <p>{t('suspense.rest', { amount: money(rest) })}</p>}
      {use === 'OWED' && <p>{account === null ? t('suspense.owed.ask') : t('suspense.owed.to', { ...account })}</p>}
    </>
  );
}

const USES = {
  PAID: 'suspense.paid',
  SETTLED: 'suspense.settled',
  CREDIT: 'suspense.credited',
  OWED: 'suspense.owed',
} as const satisfies Readonly<Record<string, MessageId>>;

type Refund = Schema<'OwedRefundResponse'>;

const REFUND_STATES: Titles = {
  OWED: 'refund.OWED',
  PREPARED: 'refund.PREPARED',
  PAID: 'refund.PAID',
  WITHDRAWN: 'refund.WITHDRAWN',
};
const REFUND_KINDS: Titles = {
  CANCELLATION: 'refund.CANCELLATION',
  SUSPENSE: 'refund.SUSPENSE',
  AGENT: 'refund.AGENT',
  OVERPAYMENT: 'refund.OVERPAYMENT',
};

export function RefundsPage(): ReactNode {
  const t = useText();
  const { money, moment } = useFormat();
  const search = useListSearch();
  const page = useGet('/backoffice-api/refunds', { query: queryOf(search), keepsPrevious: true });
  const { titleOf, choicesOf } = useCodes();
  const [chosen, setChosen] = useState<{ refund: Refund; does: 'account' | 'withdraw' } | null>(null);
  const [isPreparing, setPreparing] = useState(false);
  const columns: readonly Column<Refund>[] = [
    { title: 'column.number', text: ({ id }) => String(id) },
    { title: 'column.status', text: ({ status }) => titleOf(REFUND_STATES, status) },
    { title: 'column.kind', text: ({ kind }) => titleOf(REFUND_KINDS, kind) },
    { title: 'column.amount', text: ({ amount }) => money(amount), isNumber: true },
    { title: 'column.client', text: ({ clientName, agentCode }) => clientName ?? (agentCode === null ? t('refund.sender') : '') },
    { title: 'column.policyNo', text: ({ policyNo }) => policyNo ?? '' },
    { title: 'column.agent', text: ({ agentName }) => agentName ?? '' },
    { title: 'column.account', text: ({ account }) => (account === null ? '' : `${account.iban} ${account.holder}`) },
    { title: 'column.since', text: ({ owedSince }) => moment(owedSince) },
  ];
  const filters: readonly Filter[] = [
    { name: 'status', label: 'column.status', choices: choicesOf(REFUND_STATES) },
    { name: 'kind', label: 'column.kind', choices: choicesOf(REFUND_KINDS) },
    {
      name: 'hasAccount',
      label: 'column.account',
      choices: [
        ['yes', t('answer.yes')],
        ['no', t('answer.no')],
      ],
    },
    { name: 'agentCode', label: 'filter.agent' },
  ];
  return (
    <>
      <PageHead title={t('nav.refunds')}>
        <WriteButton size="xs" onClick={() => setPreparing(true)}>
          {t('batch.prepare')}
        </WriteButton>
      </PageHead>
      <List
        name="nav.refunds"
        page={page}
        search={search}
        columns={columns}
        filters={filters}
        keyOf={({ id }) => id}
        actions={(refund) =>
          refund.status === 'OWED' && (
            <span className="tools">
              <RowButton title="refund.account" onClick={() => setChosen({ refund, does: 'account' })} />
              {refund.kind === 'AGENT' && <RowButton title="refund.withdraw" onClick={() => setChosen({ refund, does: 'withdraw' })} />}
            </span>
          )
        }
      />
      {chosen !== null && <RefundDialog refund={chosen.refund} does={chosen.does} close={() => setChosen(null)} />}
      {isPreparing && (
        <FormDialog
          title="batch.prepare"
          says={t('batch.prepare.says')}
          confirm="batch.prepare"
          isDestructive
          fields={[{ name: 'executionDate', label: 'field.executionDate', type: 'date', isOptional: true }]}
          send={(key, { executionDate = '' }) =>
            call('post', '/backoffice-api/payout-batches', { key, body: executionDate === '' ? {} : { executionDate } })
          }
          preview={{
            name: 'payout batch',
            load: async ({ executionDate = '' }, signal) =>
              (
                await call('post', '/backoffice-api/payout-batches/preview', {
                  body: executionDate === '' ? {} : { executionDate },
                  signal,
                })
              ).body,
            show: (shown) => <BatchPreview of={shown} />,
          }}
          close={() => setPreparing(false)}
        />
      )}
    </>
  );
}

interface RefundDialogProps {
  readonly refund: Refund;
  readonly does: 'account' | 'withdraw';
  readonly close: () => void;
}

function RefundDialog({ refund, does, close }: RefundDialogProps): ReactNode {
  const t = useText();
  const { money } = useFormat();
  const path = { id: refund.id };
  if (does === 'withdraw')
    return (
      <FormDialog
        title="refund.withdraw"
        says={t('refund.withdraw.says', { amount: money(refund.amount) })}
        confirm="refund.withdraw"
        isDestructive
        fields={[]}
        send={(key) => call('post', '/backoffice-api/refunds/{id}/withdrawal', { path, key })}
        close={close}
      />
    );
  return (
    <FormDialog
      title="refund.account"
      says={t('refund.account.says', { amount: money(refund.amount) })}
      confirm="action.save"
      fields={[
        { name: 'iban', label: 'field.iban' },
        { name: 'holder', label: 'field.holder' },
      ]}
      send={(key, { iban = '', holder = '' }) => call('put', '/backoffice-api/refunds/{id}/account', { path, key, body: { iban, holder } })}
      close={close}
    />
  );
}

/** Figures of a batch that is not prepared yet, and what to check before. */
function BatchPreview({ of: { count, amount, warnings } }: { readonly of: Schema<'PayoutBatchPreviewResponse'> }): ReactNode {
  const t = useText();
  const { money } = useFormat();
  return (
    <>
      <p>{t('batch.preview', { count, amount: money(amount) })}</p>
      {warnings.map(({ code, message, refundIds }) => (
        <p key={code}>
          <strong>{message}</strong> {refundIds.join(', ')}
        </p>
      ))}
    </>
  );
}
