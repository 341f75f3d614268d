import type { LocalDate } from '../../../common/athens.js';
import { toDecimal, sum, toAmount, type Amount } from '../../../common/money.js';

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';

export interface CreditTransfer {
  /** Up to 35 characters. */
  readonly endToEndId: string;
  readonly amount: Amount;
  readonly creditorName: string;
  readonly creditorIban: string;
  /** Up to 140 characters. */
  readonly remittance: string;
}

export interface CreditTransferOrder {
  /** Unique; up to 35 characters. */
  readonly messageId: string;
  /** Local time. @example 2026-11-25T10:00:00 */
  readonly createdAt: string;
  readonly executionDate: LocalDate;
  readonly debtorName: string;
  readonly debtorIban: string;
  readonly transfers: readonly CreditTransfer[];
}

export function buildEndToEndId(refundId: number, payoutId: number): string {
  return `REFUND-${refundId}-${payoutId}`;
}

/** ISO 20022 pain.001.001.09. The same order always has the same text. */
export function toPain001(order: CreditTransferOrder): string {
  const total = toAmount(sum(order.transfers.map(({ amount }) => amount)));
  const totals = [element('NbOfTxs', String(order.transfers.length)), element('CtrlSum', total)];
  const debtor = element('Nm', order.debtorName);
  const head = [element('MsgId', order.messageId), element('CreDtTm', order.createdAt), ...totals, elements('InitgPty', [debtor])];
  const payment = elements('PmtInf', [
    element('PmtInfId', order.messageId),
    element('PmtMtd', 'TRF'),
    ...totals,
    elements('PmtTpInf', [elements('SvcLvl', [element('Cd', 'SEPA')])]),
    elements('ReqdExctnDt', [element('Dt', order.executionDate)]),
    elements('Dbtr', [debtor]),
    elements('DbtrAcct', [account(order.debtorIban), element('Ccy', 'EUR')]),
    elements('DbtrAgt', [elements('FinInstnId', [elements('Othr', [element('Id', 'NOTPROVIDED')])])]),
    element('ChrgBr', 'SLEV'),
    ...order.transfers.map(toTransaction),
  ]);
  const initiation = elements('CstmrCdtTrfInitn', [elements('GrpHdr', head), payment]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${NAMESPACE}">${initiation}</Document>\n`;
}

function toTransaction({ endToEndId, amount, creditorName, creditorIban, remittance }: CreditTransfer): string {
  return elements('CdtTrfTxInf', [
    elements('PmtId', [element('EndToEndId', endToEndId)]),
    elements('Amt', [`<InstdAmt Ccy="EUR">${toDecimal(amount).toFixed(2)}</InstdAmt>`]),
    elements('Cdtr', [element('Nm', creditorName)]),
    elements('CdtrAcct', [account(creditorIban)]),
    elements('RmtInf', [element('Ustrd', remittance)]),
  ]);
}

function account(iban: string): string {
  return elements('Id', [element('IBAN', iban)]);
}

function elements(name: string, children: readonly string[]): string {
  return `<${name}>${children.join('')}</${name}>`;
}

function element(name: string, text: string): string {
  return `<${name}>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</${name}>`;
}
