import type { Receipt } from '../applications/receipt.js';

export function receiptFileName(
  policyNo: string,
  { kind, receiptNo, instalmentNo }: Pick<Receipt, 'kind' | 'receiptNo' | 'instalmentNo'>,
  edition?: number,
): string {
  return kind === 'REFUND' ? refundFileName(policyNo, instalmentNo, edition) : `${policyNo}-${receiptNo}.pdf`;
}

/** Names a refund by the instalment that it gives back, and a later edition by its number too (documents.23). */
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
