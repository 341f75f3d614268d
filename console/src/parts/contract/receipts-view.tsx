import type { ReactNode } from 'react';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { useText } from '../../messages/language.js';
import { useCodes, type Titles } from '../codes.js';
import { NOTHING, useFormat } from '../format.js';
import type { Fact } from '../page.js';
import { Loaded } from '../states.js';
import { Table, type Column } from '../table.js';

const KINDS: Titles = {
  NEW: 'receipt.new',
  INSTALMENT: 'receipt.instalment',
  RENEWAL: 'receipt.renewal',
  REFUND: 'receipt.refund',
  EARNED: 'receipt.earned',
  ENDORSEMENT: 'receipt.endorsement',
};
const STATES: Titles = { PENDING: 'receipt.pending', PAID: 'receipt.paid', CANCELLED: 'receipt.cancelled' };

/** A receipt as both staff and agents see it. */
type Receipt = Pick<
  Schema<'StaffReceiptResponse'>,
  'receiptNo' | 'number' | 'kind' | 'status' | 'periodFrom' | 'periodTo' | 'gapFrom' | 'dueDate' | 'gross' | 'payment'
>;

/** Receipts of an application with their payments, for staff. */
export function StaffReceipts({ id }: { readonly id: number }): ReactNode {
  const receipts = useGet('/backoffice-api/applications/{id}/receipts', { path: { id } });
  return <Loaded of={receipts}>{({ body }) => <ReceiptTable receipts={body} />}</Loaded>;
}

/** Receipts of a contract with their payments, for agents. */
export function AgentReceipts({ id }: { readonly id: number }): ReactNode {
  const receipts = useGet('/common-api/policy/applications/{id}/receipts', { path: { id } });
  return <Loaded of={receipts}>{({ body }) => <ReceiptTable receipts={body.map(toReceipt)} />}</Loaded>;
}

function toReceipt({ kind, status, gross, number, payment, ...receipt }: Schema<'ReceiptResponse'>): Receipt {
  return {
    receiptNo: receipt.receipt_no,
    number,
    kind,
    status,
    gross,
    periodFrom: receipt.period_from,
    periodTo: receipt.period_to,
    gapFrom: receipt.gap_from,
    dueDate: receipt.due_date,
    payment: payment && { method: payment.method, reference: payment.reference, paidAt: payment.paid_at },
  };
}

function ReceiptTable({ receipts }: { readonly receipts: readonly Receipt[] }): ReactNode {
  const t = useText();
  const { day, moment } = useFormat();
  const { titleOf } = useCodes();
  const columns: readonly Column<Receipt>[] = [
    { title: 'receipt.no', text: ({ number, receiptNo }) => number ?? String(receiptNo) },
    { title: 'receipt.kind', text: ({ kind }) => titleOf(KINDS, kind) },
    { title: 'fact.period', text: ({ periodFrom, periodTo }) => `${day(periodFrom)} – ${day(periodTo)}` },
    { title: 'receipt.gap', text: ({ gapFrom, periodFrom }) => (gapFrom === null ? '' : `${day(gapFrom)} – ${day(periodFrom)}`) },
    { title: 'receipt.due', text: ({ dueDate }) => day(dueDate) },
    { title: 'column.status', text: ({ status }) => titleOf(STATES, status) },
    { title: 'receipt.payment', text: ({ payment }) => (payment === null ? '' : `${payment.reference}, ${moment(payment.paidAt)}`) },
    { title: 'column.gross', amount: ({ gross }) => gross },
  ];
  const shown = columns.filter(({ title }) => title !== 'receipt.gap' || receipts.some(({ gapFrom }) => gapFrom !== null));
  if (receipts.length === 0) return <p className="empty">{t('list.empty')}</p>;
  return <Table name="tab.receipts" rows={receipts} columns={shown} keyOf={({ receiptNo }) => receiptNo} />;
}

/** Sums of the paid and the unpaid receipts, and the receipt that is due next. */
interface Money {
  readonly paid: number;
  readonly outstanding: number;
  readonly next: Receipt | null;
}

function toMoney(receipts: readonly Receipt[]): Money {
  const sum = (status: string): number =>
    receipts.reduce((cents, receipt) => cents + (receipt.status === status ? Math.round(receipt.gross * 100) : 0), 0) / 100;
  const pending = receipts.filter(({ status }) => status === 'PENDING');
  const [next = null] = pending.toSorted((one, other) => one.dueDate.localeCompare(other.dueDate));
  return { paid: sum('PAID'), outstanding: sum('PENDING'), next };
}

export function useMoneyFacts(money: Money | null): readonly Fact[] {
  const format = useFormat();
  if (money === null) return [];
  const { paid, outstanding, next } = money;
  return [
    ['fact.paid', format.money(paid)],
    ['fact.outstanding', format.money(outstanding)],
    ['fact.nextDue', next === null ? NOTHING : `${format.money(next.gross)}, ${format.day(next.dueDate)}`],
  ];
}

/** Money of an application, for staff; null before the issue. */
export function useMoney(id: number, isIssued: boolean): Money | null {
  const { data } = useGet('/backoffice-api/applications/{id}/receipts', { path: { id }, enabled: isIssued });
  return data === undefined ? null : toMoney(data.body);
}

/** Money of a contract, for agents; null before the issue. */
export function useAgentMoney(id: number, isIssued: boolean): Money | null {
  const { data } = useGet('/common-api/policy/applications/{id}/receipts', { path: { id }, enabled: isIssued });
  return data === undefined ? null : toMoney(data.body.map(toReceipt));
}
