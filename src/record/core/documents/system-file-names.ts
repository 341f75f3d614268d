import type { Receipt } from '../applications/receipt.js';

/** Files of a policy are named by its number and what they are of; a refund by the instalment that it gives back, of which there is one. */
export function receiptFileName(
  policyNo: string,
  { kind, receiptNo, instalmentNo }: Pick<Receipt, 'kind' | 'receiptNo' | 'instalmentNo'>,
  edition?: number,
): string {
  return kind === 'REFUND' ? refundFileName(policyNo, instalmentNo, edition) : `${policyNo}-${receiptNo}.pdf`;
}

/** A later edition has its number in its name (documents.23). */
export function refundFileName(policyNo: string, instalmentNo: number, edition = 1): string {
  return `${policyNo}-refund-${instalmentNo}${edition === 1 ? '' : `-${edition}`}.pdf`;
}

export function cancellationFileName(policyNo: string): string {
  return `${policyNo}-cancellation.pdf`;
}

export function greenCardFileName(policyNo: string): string {
  return `${policyNo}-green-card.pdf`;
}

export function claimsHistoryFileName(of: string): string {
  return `${of}-claims-history.pdf`;
}
