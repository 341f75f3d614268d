import type { DocumentMetadata } from './document.js';

/** The ids of the documents that receipts were printed as, by the receipts' numbers. */
export type PrintedReceipts = ReadonlyMap<number, number>;

export function printedReceipts(documents: readonly DocumentMetadata[]): PrintedReceipts {
  return new Map(
    documents.flatMap(({ id, systemKey }) => {
      const [, receiptNo] = /^receipt:(\d+)$/.exec(systemKey ?? '') ?? [];
      return receiptNo === undefined ? [] : [[Number(receiptNo), id] as const];
    }),
  );
}
