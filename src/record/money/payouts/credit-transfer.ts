import type { LocalDate } from '../../../common/athens.js';
import { decimal, sum, toAmount, type Amount } from '../../../common/money.js';

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';

/** One transfer. Names and texts in the letters that every bank takes. */
export interface CreditTransfer {
  /** Goes with the money to its end, and comes back with it; up to 35 characters. */
  readonly endToEndId: string;
  readonly amount: Amount;
  readonly creditorName: string;
  readonly creditorIban: string;
  /** What the receiver reads, up to 140 characters. */
  readonly remittance: string;
}

/** Transfers of one account on one day. */
export interface CreditTransferOrder {
  /** Tells the bank this order from any other; up to 35 characters. */
  readonly messageId: string;
  /** Local, to the second. */
  readonly createdAt: string;
  readonly executionDate: LocalDate;
  readonly debtorName: string;
  readonly debtorIban: string;
  readonly transfers: readonly CreditTransfer[];
}

/** The order as the bank reads it: ISO 20022 pain.001.001.09 for SEPA transfers in euro. The same order gives the same text. */
export function toPain001(order: CreditTransferOrder): string {
  const totals = [
    element('NbOfTxs', String(order.transfers.length)),
    element('CtrlSum', toAmount(sum(order.transfers.map(({ amount }) => amount)))),
  ];
  const debtor = element('Nm', order.debtorName);
  const header = elements('GrpHdr', [
    element('MsgId', order.messageId),
    element('CreDtTm', order.createdAt),
    ...totals,
    elements('InitgPty', [debtor]),
  ]);
  const payment = elements('PmtInf', [
    element('PmtInfId', order.messageId),
    element('PmtMtd', 'TRF'),
    ...totals,
    elements('PmtTpInf', [elements('SvcLvl', [element('Cd', 'SEPA')])]),
    elements('ReqdExctnDt', [element('Dt', order.executionDate)]),
    elements('Dbtr', [debtor]),
    elements('DbtrAcct', [account(order.debtorIban), element('Ccy', 'EUR')]),
    // The bank knows its own name.
    elements('DbtrAgt', [elements('FinInstnId', [elements('Othr', [element('Id', 'NOTPROVIDED')])])]),
    element('ChrgBr', 'SLEV'),
    ...order.transfers.map(toTransaction),
  ]);
  const initiation = elements('CstmrCdtTrfInitn', [header, payment]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${NAMESPACE}">${initiation}</Document>\n`;
}

function toTransaction({ endToEndId, amount, creditorName, creditorIban, remittance }: CreditTransfer): string {
  return elements('CdtTrfTxInf', [
    elements('PmtId', [element('EndToEndId', endToEndId)]),
    elements('Amt', [`<InstdAmt Ccy="EUR">${decimal(amount).toFixed(2)}</InstdAmt>`]),
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
