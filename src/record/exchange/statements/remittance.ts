import { isRfCode } from '../../../common/rf-code.js';

const CODES = /(?=(RF(?:[\s.\-]{0,2}\d){23}(?![\s.\-]{0,2}\d)))/g;
const OUR_TRANSFER = /^REFUND-(\d{1,15})-(\d{1,15})$/;

const MAX_CODES = 20;
const OUR_ORDER = /^(?:PAYOUT|TEST)-0*(\d{1,15})$/;

/** Payout that this system ordered, identified by its `EndToEndId` (money.20). */
export interface OwnTransfer {
  readonly refundId: number;
  readonly payoutId: number;
}

/** Reads the structured references, else the free text; none if they are too many. */
export function listPaymentCodes(references: readonly string[], texts: readonly string[]): string[] {
  const structured = findCodes(references);
  // A text of 140 characters may continue in the next one.
  const codes = structured.size > 0 ? structured : findCodes([...texts, texts.join('')]);
  return codes.size > MAX_CODES ? [] : [...codes];
}

function findCodes(texts: readonly string[]): Set<string> {
  const found = texts.flatMap((text) => Array.from(text.toUpperCase().matchAll(CODES), ([, code = '']) => code.replaceAll(/[^RF\d]/g, '')));
  return new Set(found.filter(isRfCode));
}

export function parseOwnTransfer(endToEndId: string | null): OwnTransfer | null {
  const [, refundId, payoutId] = OUR_TRANSFER.exec(endToEndId ?? '') ?? [];
  return refundId === undefined ? null : { refundId: Number(refundId), payoutId: Number(payoutId) };
}

export function findPayoutBatch(orderIds: readonly string[]): number | null {
  const id = orderIds.map((orderId) => OUR_ORDER.exec(orderId)?.[1]).find((found) => found !== undefined);
  return id === undefined ? null : Number(id);
}
