export interface BankRule {
  readonly direction: 'CREDIT' | 'DEBIT';
  /** Beginning of the bank's transaction code; null for any. */
  readonly bankCode?: string | null;
  /** Part of the text; case and accents are ignored. Null for any. */
  readonly text?: string | null;
  readonly account: string;
}
