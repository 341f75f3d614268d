import { isRfCode } from '../../../common/rf-code.js';

/** RF and 23 digits, with blanks, dots or dashes between them as people group them. */
const CODES = /(?=(RF(?:[\s.\-]{0,2}\d){23}(?![\s.\-]{0,2}\d)))/g;
const OUR_TRANSFER = /^REFUND-(\d{1,15})-(\d{1,15})$/;

const OUR_ORDER = /^(?:PAYOUT|TEST)-0*(\d{1,15})$/;

/** A transfer of our own, by the `EndToEndId` that went out with it (money.20). */
export interface OwnTransfer {
  readonly refundId: number;
  readonly payoutId: number;
}

/**
 * The payment code that a transfer names: the structured reference, else the one in the free text, in whatever groups and case. Null when there is
 * none with right check digits, and when there are several.
 */
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

/** The batch of payouts whose file the bank carried out, by the id of that file. */
export function payoutBatchOf(orderIds: readonly string[]): number | null {
  const id = orderIds.map((orderId) => OUR_ORDER.exec(orderId)?.[1]).find((found) => found !== undefined);
  return id === undefined ? null : Number(id);
}
