import { isRfCode } from '../../../common/rf-code.js';

/** RF and 23 digits, with blanks, dots or dashes between them. */
const CODES = /(?=(RF(?:[\s.\-]{0,2}\d){23}(?![\s.\-]{0,2}\d)))/g;
const OUR_TRANSFER = /^REFUND-(\d{1,15})-(\d{1,15})$/;

const OUR_ORDER = /^(?:PAYOUT|TEST)-0*(\d{1,15})$/;

/** A transfer of our own, by its `EndToEndId` (money.20). */
export interface OwnTransfer {
  readonly refundId: number;
  readonly payoutId: number;
}

/** Returns the payment code of the structured reference, else the one in the free text. Null with a wrong check digit, and with several codes. */
export function paymentCodeOf(references: readonly string[], texts: readonly string[]): string | null {
  const structured = codesIn(references);
  // A text of 140 characters may go on in the next one.
  const codes = structured.size > 0 ? structured : codesIn([...texts, texts.join('')]);
  const [code = null] = codes;
  return codes.size === 1 ? code : null;
}

function codesIn(texts: readonly string[]): Set<string> {
  const found = texts.flatMap((text) => Array.from(text.toUpperCase().matchAll(CODES), ([, code = '']) => code.replaceAll(/[^RF\d]/g, '')));
  return new Set(found.filter(isRfCode));
}

export function ownTransferOf(endToEndId: string | null): OwnTransfer | null {
  const [, refundId, payoutId] = OUR_TRANSFER.exec(endToEndId ?? '') ?? [];
  return refundId === undefined ? null : { refundId: Number(refundId), payoutId: Number(payoutId) };
}

/** Returns the batch of payouts whose file the bank carried out. */
export function payoutBatchOf(orderIds: readonly string[]): number | null {
  const id = orderIds.map((orderId) => OUR_ORDER.exec(orderId)?.[1]).find((found) => found !== undefined);
  return id === undefined ? null : Number(id);
}
