import type { Transaction } from '../../store/store.js';

/** Writes down what is done, by whom it may be asked later, in the transaction that does it. */
export type AuditWriter = (tx: Transaction, details: Readonly<Record<string, unknown>>) => Promise<void>;
