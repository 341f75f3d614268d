import type { DocumentMetadata } from './document.js';

/** The ids of the documents that receipts were printed as, by the receipts' numbers; of one with editions the latest. */
export type PrintedReceipts = ReadonlyMap<number, number>;

/** Of documents in the order in which they were made. */
export function printedReceipts(documents: readonly DocumentMetadata[]): PrintedReceipts {
  return new Map(
    documents.flatMap(({ id, systemKey }) => {
      const [, receiptNo] = /^receipt:(\d+)(?::\d+)?$/.exec(systemKey ?? '') ?? [];
      return receiptNo === undefined ? [] : [[Number(receiptNo), id] as const];
    }),
  );
}
