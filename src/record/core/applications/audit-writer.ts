import type { Transaction } from '../../../store/store.js';

/** Writes the audit record of an action, in the transaction of that action. */
export type AuditWriter = (tx: Transaction, details: Readonly<Record<string, unknown>>) => Promise<void>;
