/** Books lines of bank statements that are no payments of customers, such as charges and interest, to an account. */
export interface BankRule {
  readonly direction: 'CREDIT' | 'DEBIT';
  /** Beginning of the bank's transaction code; null for any. */
  readonly bankCode?: string | null;
  /** Part of the text of the line; case and accents are ignored. Null for any. */
  readonly text?: string | null;
  /** Name of the account, without its prefix. */
  readonly account: string;
}
