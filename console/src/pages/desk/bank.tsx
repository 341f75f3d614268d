import { Button, TextInput } from '@mantine/core';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { call, upload } from '../../api/client.js';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { useText } from '../../messages/language.js';
import { ActionDialog } from '../../parts/action-dialog.js';
import { useCodes, type Titles } from '../../parts/codes.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { FileField } from '../../parts/file-field.js';
import { FileViolations } from '../../parts/file-violations.js';
import { useAction } from '../../parts/form.js';
import { NOTHING, useFormat } from '../../parts/format.js';
import { List, type Column, type Filter } from '../../parts/list-page.js';
import { useList } from '../../parts/list-search.js';
import { AbsentPage } from '../../parts/loaded-page.js';
import { Card, Facts, PageHead } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { RowButton } from '../../parts/write-button.js';
import { useWho } from '../../session.js';

type Statement = Schema<'BankStatementResponse'>;
type Transfer = Schema<'BankTransferResponse'>;

const STATES: Titles = { BOOKING: 'bank.BOOKING', DONE: 'bank.DONE' };
const DIRECTIONS: Titles = { CREDIT: 'bank.CREDIT', DEBIT: 'bank.DEBIT' };
const RESULTS: Titles = {
  WAITING: 'bank.WAITING',
  PAID: 'bank.PAID',
  SUSPENSE: 'bank.SUSPENSE',
  RETURNED: 'bank.RETURNED',
  PAYOUT: 'bank.PAYOUT',
  DUPLICATE: 'bank.DUPLICATE',
  BOOKED: 'bank.BOOKED',
  NOT_BOOKED: 'bank.NOT_BOOKED',
};

/** Uploaded bank files. */
export function BankStatementsPage(): ReactNode {
  const t = useText();
  const { number, day, moment } = useFormat();
  const { titleOf, choicesOf } = useCodes();
  const { role } = useWho();
  const list = useList('/backoffice-api/bank-statements');
  const [isUploading, setUploading] = useState(false);
  const columns: readonly Column<Statement>[] = [
    { title: 'bank.statement', text: ({ bankStatementId }) => bankStatementId },
    { title: 'column.status', text: ({ state }) => titleOf(STATES, state) },
    { title: 'column.account', text: ({ account }) => account },
    { title: 'bank.period', text: ({ fromDate, toDate }) => `${day(fromDate)} – ${day(toDate)}` },
    { title: 'bank.transfers', text: ({ transfers }) => number(transfers), isNumber: true },
    { title: 'bank.by', text: ({ uploadedBy, uploadedAt }) => `${uploadedBy}, ${moment(uploadedAt)}` },
  ];
  const filters: readonly Filter[] = [
    { name: 'state', label: 'column.status', choices: choicesOf(STATES) },
    { name: 'account', label: 'column.account' },
    { name: 'bankStatementId', label: 'bank.statement' },
  ];
  return (
    <>
      <PageHead title={t('nav.bank')} about={t('bank.about')}>
        {role === 'issuing' && (
          <Button size="xs" onClick={() => setUploading(true)}>
            {t('bank.upload')}
          </Button>
        )}
      </PageHead>
      <List
        name="nav.bank"
        {...list}
        columns={columns}
        filters={filters}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/bank-statements/${id}`}
      />
      {isUploading && <Upload close={() => setUploading(false)} />}
    </>
  );
}

function Upload({ close }: { readonly close: () => void }): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const [gapReason, setGapReason] = useState('');
  const action = useAction(
    (key) =>
      upload('/backoffice-api/bank-statements', new Blob([file!], { type: 'application/xml' }), key, {
        query: { gapReason: gapReason.trim() || undefined },
      }),
    ({ id }) => {
      // The next page may take a moment to load.
      close();
      void navigate({ to: `/bank-statements/${id}` });
    },
  );
  return (
    <ActionDialog
      title="bank.upload"
      says={t('bank.upload.says')}
      confirm="bank.upload"
      isDestructive
      action={action}
      isReady={file !== null}
      close={close}
    >
      <FileField label={t('bank.file')} accept=".xml,application/xml,text/xml" file={file} choose={setFile} />
      <TextInput
        label={t('bank.gapReason')}
        description={t('bank.gapReason.hint')}
        value={gapReason}
        onChange={(event) => setGapReason(event.target.value)}
      />
      <FileViolations of={action.problem} />
    </ActionDialog>
  );
}

/** A bank statement with its sums and the outcome of each transaction. */
export function BankStatementPage(): ReactNode {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const t = useText();
  const path = { id };
  const statement = useGet('/backoffice-api/bank-statements/{id}', { path });
  const list = useList('/backoffice-api/bank-statements/{id}/entries', { path });
  const refresh = (): void => void Promise.all([statement.refetch(), list.page.refetch()]);
  const columns = useTransferColumns();
  const [booking, setBooking] = useState<Transfer | null>(null);
  const { choicesOf } = useCodes();
  if (statement.data === undefined && statement.error) return <AbsentPage problem={statement.error} retry={refresh} />;
  return (
    <>
      <PageHead title={t('bank.title', { id })}>
        {statement.data?.body.state === 'BOOKING' && (
          <Button size="xs" variant="default" onClick={refresh}>
            {t('action.retry')}
          </Button>
        )}
      </PageHead>
      <div className="stack">
        <Loaded of={statement}>{({ body }) => <Sums statement={body} />}</Loaded>
        <List
          name="bank.transfers"
          {...list}
          columns={columns}
          filters={[
            { name: 'result', label: 'bank.result', choices: choicesOf(RESULTS) },
            { name: 'direction', label: 'bank.direction', choices: choicesOf(DIRECTIONS) },
            { name: 'reference', label: 'column.reference' },
          ]}
          keyOf={({ id: transfer }) => transfer}
          actions={(transfer) => <TransferActions transfer={transfer} book={setBooking} />}
        />
      </div>
      {booking !== null && <BookDebit statementId={id} transfer={booking} close={() => setBooking(null)} />}
    </>
  );
}

function useTransferColumns(): readonly Column<Transfer>[] {
  const { money, day, number } = useFormat();
  const { titleOf } = useCodes();
  return [
    { title: 'column.number', text: ({ entryNo, detailNo }) => (detailNo === 0 ? String(entryNo) : `${entryNo}.${detailNo}`) },
    { title: 'bank.direction', text: ({ direction }) => titleOf(DIRECTIONS, direction) },
    {
      title: 'column.amount',
      text: ({ amount, currency }) => (currency === 'EUR' ? money(amount) : `${number(amount)} ${currency}`),
      isNumber: true,
    },
    { title: 'bank.booked', text: ({ bookingDate }) => day(bookingDate) },
    { title: 'bank.result', text: ({ result }) => titleOf(RESULTS, result) },
    { title: 'column.why', text: ({ reason }) => reason?.message ?? '' },
    { title: 'column.reference', text: ({ reference }) => reference },
    { title: 'column.paymentCode', text: ({ paymentCode }) => paymentCode ?? '' },
    { title: 'bank.sender', text: ({ sender }) => sender ?? '' },
    { title: 'bank.remittance', text: ({ remittance }) => remittance ?? '' },
    { title: 'bank.code', text: ({ bankCode }) => bankCode ?? '' },
    { title: 'column.account', text: ({ account }) => account ?? '' },
  ];
}

interface TransferActionsProps {
  readonly transfer: Transfer;
  readonly book: (transfer: Transfer) => void;
}

function TransferActions({ transfer, book }: TransferActionsProps): ReactNode {
  const { role } = useWho();
  if (role === 'issuing' && transfer.reason?.code === 'DEBIT') return <RowButton title="bank.book" onClick={() => book(transfer)} />;
  return <TransferLink transfer={transfer} />;
}

interface BookDebitProps {
  readonly statementId: string;
  readonly transfer: Transfer;
  readonly close: () => void;
}

function BookDebit({ statementId, transfer, close }: BookDebitProps): ReactNode {
  const t = useText();
  const { money } = useFormat();
  const path = { id: statementId, entryId: transfer.id };
  return (
    <FormDialog
      title="bank.book"
      says={t('bank.book.says', { amount: money(transfer.amount), text: transfer.remittance ?? transfer.reference })}
      confirm="bank.book"
      isDestructive
      fields={[{ name: 'account', label: 'column.account', hint: 'bank.account.hint' }]}
      send={(key, { account = '' }) =>
        call('post', '/backoffice-api/bank-statements/{id}/entries/{entryId}/booking', { path, key, body: { account } })
      }
      close={close}
    />
  );
}

/** Links to the item that the transaction changed. */
function TransferLink({ transfer }: { readonly transfer: Transfer }): ReactNode {
  const t = useText();
  const { role } = useWho();
  const { suspenseId, payoutBatchId, applicationId, duplicateOf } = transfer;
  if (duplicateOf !== null) return <Link to={`/bank-statements/${duplicateOf.statementId}`}>{t('bank.open')}</Link>;
  if (role !== 'issuing') return null;
  if (suspenseId !== null) return <Link to={`/suspense/${suspenseId}`}>{t('bank.open')}</Link>;
  if (payoutBatchId !== null) return <Link to={`/payout-batches/${payoutBatchId}`}>{t('bank.open')}</Link>;
  return applicationId === null ? null : <Link to={`/applications/${applicationId}`}>{t('bank.open')}</Link>;
}

function Sums({ statement }: { readonly statement: Schema<'BankStatementWithSumsResponse'> }): ReactNode {
  const { money, day, moment } = useFormat();
  const { titleOf } = useCodes();
  const { credits, debits } = statement;
  const text = ({ count, amount }: Schema<'BankTransferSumResponse'>): string => `${count} · ${money(amount)}`;
  return (
    <>
      <Card>
        <Facts
          facts={[
            ['bank.statement', statement.bankStatementId],
            ['column.status', titleOf(STATES, statement.state)],
            ['column.account', statement.account],
            ['bank.period', `${day(statement.fromDate)} – ${day(statement.toDate)}`],
            ['bank.opening', money(statement.openingBalance)],
            ['bank.closing', money(statement.closingBalance)],
            ['bank.gapReason', statement.gapReason ?? NOTHING],
            ['bank.by', `${statement.uploadedBy}, ${moment(statement.uploadedAt)}`],
          ]}
        />
      </Card>
      <div className="halves">
        <Card title="bank.credits">
          <Facts
            facts={[
              ['bank.total', text(credits.total)],
              ['bank.PAID', text(credits.paid)],
              ['bank.SUSPENSE', text(credits.suspense)],
              ['bank.RETURNED', text(credits.returned)],
              ['bank.BOOKED', text(credits.booked)],
              ['bank.DUPLICATE', text(credits.duplicate)],
              ['bank.NOT_BOOKED', text(credits.notBooked)],
              ['bank.WAITING', text(credits.waiting)],
            ]}
          />
        </Card>
        <Card title="bank.debits">
          <Facts
            facts={[
              ['bank.total', text(debits.total)],
              ['bank.PAYOUT', text(debits.payout)],
              ['bank.BOOKED', text(debits.booked)],
              ['bank.DUPLICATE', text(debits.duplicate)],
              ['bank.NOT_BOOKED', text(debits.notBooked)],
              ['bank.WAITING', text(debits.waiting)],
            ]}
          />
        </Card>
      </div>
    </>
  );
}
