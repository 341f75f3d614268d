import { Injectable } from '@nestjs/common';
import { toLocalDate, type LocalDate } from '../../../common/athens.js';
import type { Amount } from '../../../common/money.js';
import { getRow, type Transaction } from '../../../store/store.js';
import { AccountKind, type Account } from './account.js';
import type { Entry } from './posting.js';

export type TransactionKind =
  /** A receipt is written: its premium is earned over its period and owed by the customer. */
  | 'PREMIUM'
  | 'PREMIUM_CANCELLATION'
  | 'CHARGE'
  | 'PAYMENT'
  | 'SETTLEMENT'
  | 'REFUND'
  /** A customer's money for an amendment, which its receipts use. */
  | 'AMENDMENT_PAYMENT'
  | 'SUSPENSE'
  | 'SUSPENSE_REFUND'
  /** Money in suspense becomes credit of a customer for later receipts (money.107). */
  | 'SUSPENSE_CREDIT'
  /** Money in suspense pays an agent's debt (money.108). */
  | 'SUSPENSE_SETTLEMENT'
  | 'AGENT_CREDIT'
  | 'AGENT_CREDIT_RETURN'
  | 'PAYOUT'
  | 'PAYOUT_RETURN'
  | 'COMMISSION'
  | 'COMMISSION_RETURN'
  | 'COMMISSION_STATEMENT'
  /** The entries are the opposite of a booking (money.96). */
  | 'REVERSAL'
  /** Premium of days after a closed month, booked on its last day. */
  | 'UNEARNED_PREMIUM'
  /** The opposite, on the first day of the next month. */
  | 'UNEARNED_RELEASE'
  /** A charge, interest or another line of a bank statement (money.100). */
  | 'BANK_ITEM';

export interface NewLedgerTransaction {
  readonly at: Date;
  readonly kind: TransactionKind;
  readonly applicationId: number | null;
  readonly receiptNo: number | null;
  readonly reference: string;
  readonly reverses: number | null;
  /** Day of the bank or of the beginning of a period; null for the day of `at`. */
  readonly valueDate: LocalDate | null;
  /** At most one of them affects an agent's account. */
  readonly entries: readonly Entry[];
  /** Written in a separate transaction before this one, unless the receipt is already written. */
  readonly premium: readonly Entry[];
}

export interface BankMovement {
  readonly applicationId: number | null;
  readonly amount: Amount;
  readonly reference: string;
  readonly valueDate: LocalDate;
}

export interface NewReversal {
  readonly transactionId: number;
  readonly at: Date;
  readonly reason: string;
  readonly userId: number;
  readonly name: string;
}

export interface NewPremium extends Pick<NewLedgerTransaction, 'at' | 'reference' | 'premium' | 'valueDate'> {
  readonly applicationId: number;
  readonly receiptNo: number;
}

export interface Posted {
  readonly transactionId: number;
  readonly balance: Amount | null;
}

type Posting = Omit<NewLedgerTransaction, 'kind'> & { readonly kind: TransactionKind | null };

type PostOutcome = Posted | 'OVER_LIMIT' | 'NO_AGENT_ACCOUNT';

interface PayingTransaction {
  readonly id: number;
  readonly agentCode: string | null;
}

interface SettlementRow {
  /** Null for a settlement from before value dates. */
  readonly valueDate: LocalDate | null;
  readonly transactionId: number;
  readonly agentCode: string;
  readonly amount: Amount;
  readonly balance: Amount;
}

/**
 * Inserts nothing when an account is missing or the credit limit would be exceeded. Locks the agent's balance. Entries
 * with $11 write the receipt; an agent's debit is added to the day's sums ($9), from which its debt is aged (ADR-24).
 */
const POST = `
  WITH sent AS (SELECT code, amount, is_premium FROM unnest($7::text[], $8::numeric[], $11::boolean[]) AS e(code, amount, is_premium)),
  found AS (SELECT a.id, a.code, a.agent_code, sent.amount, sent.is_premium FROM sent JOIN account a ON a.code = sent.code),
  missing AS (SELECT ARRAY(SELECT code FROM sent EXCEPT SELECT code FROM found ORDER BY code) AS codes),
  moved AS (
    UPDATE account SET balance = account.balance + found.amount
    FROM found JOIN agent ON agent.code = found.agent_code
    WHERE account.id = found.id AND (SELECT codes = '{}' FROM missing)
      AND (found.amount < 0 OR account.balance + found.amount <= agent.credit_limit)
    RETURNING account.balance),
  ready AS (SELECT FROM missing WHERE codes = '{}' AND (SELECT count(*) FROM moved) = (SELECT count(agent_code) FROM found)),
  premium AS (
    INSERT INTO ledger_transaction (at, kind, application_id, receipt_no, reference, value_date)
    SELECT $1::timestamptz, 'PREMIUM', $3::bigint, $4::bigint, $5::text, $10::date FROM ready WHERE EXISTS (SELECT FROM found WHERE is_premium)
    ON CONFLICT (receipt_no) WHERE kind = 'PREMIUM' DO NOTHING RETURNING id),
  posted AS (
    INSERT INTO ledger_transaction (at, kind, application_id, receipt_no, reference, reverses, value_date)
    SELECT $1, $2::text, $3, $4, $5, $6::bigint, $10
    FROM ready WHERE $2 IS NOT NULL AND (SELECT count(*) FROM premium) >= 0
    RETURNING id),
  written AS (
    INSERT INTO ledger_entry (transaction_id, account_id, amount, at)
    SELECT t.id, found.id, found.amount, $1
    FROM (SELECT id, false AS is_premium FROM posted UNION ALL SELECT id, true FROM premium) AS t JOIN found USING (is_premium)),
  debited AS (SELECT found.id, found.amount FROM posted, found WHERE found.agent_code IS NOT NULL AND found.amount > 0),
  of_day AS (
    INSERT INTO debit_day AS d (account_id, day, amount) SELECT id, $9, amount FROM debited
    ON CONFLICT (account_id, day) DO UPDATE SET amount = d.amount + excluded.amount),
  ahead AS (
    INSERT INTO debit_ahead AS d (account_id, due_date, day, amount)
    SELECT debited.id, r.due_date, $9, debited.amount FROM debited, receipt r WHERE r.receipt_no = $4 AND r.due_date > $9
    ON CONFLICT (account_id, due_date, day) DO UPDATE SET amount = d.amount + excluded.amount)
  SELECT EXISTS (SELECT FROM ready) AS "isReady", (SELECT id FROM posted) AS "transactionId", (SELECT balance FROM moved) AS balance, codes AS missing
  FROM missing`;

/** Posts equal bookings between two accounts, of which neither is an agent's. */
const POST_ALL = `
  WITH posted AS (
    INSERT INTO ledger_transaction (at, kind, application_id, reference, value_date)
    SELECT $1, $2, m."applicationId", m.reference, m."valueDate"
    FROM jsonb_to_recordset($5::jsonb) AS m("applicationId" bigint, reference text, "valueDate" date)
    RETURNING id),
  numbered AS (SELECT id, row_number() OVER (ORDER BY id) AS place FROM posted),
  sent AS (SELECT place, (m ->> 'amount')::numeric AS amount FROM jsonb_array_elements($5) WITH ORDINALITY AS e(m, place)),
  written AS (
    INSERT INTO ledger_entry (transaction_id, account_id, amount, at)
    SELECT n.id, a.id, CASE a.code WHEN $3 THEN sent.amount ELSE -sent.amount END, $1
    FROM numbered n JOIN sent USING (place) JOIN account a ON a.code IN ($3, $4))
  SELECT id FROM numbered ORDER BY place`;

const INSERT_ACCOUNTS = `
  INSERT INTO account (code, kind) SELECT code, kind FROM unnest($1::text[], $2::text[]) AS sent(code, kind)
  WHERE NOT EXISTS (SELECT FROM account a WHERE a.code = sent.code) ORDER BY code
  ON CONFLICT (code) DO NOTHING`;

/** The present agent of the application, to which it may have been transferred since (applications.41). */
const FIND_PAYING = `
  SELECT t.id, (SELECT p.agent_code FROM application p WHERE p.id = t.application_id AND EXISTS (
    SELECT FROM ledger_entry e JOIN account a ON a.id = e.account_id WHERE e.transaction_id = t.id AND a.agent_code IS NOT NULL)) AS "agentCode"
  FROM ledger_transaction t WHERE t.receipt_no = $1 AND t.application_id = $2 AND t.kind IN ('CHARGE', 'PAYMENT') AND NOT t.is_reversed`;

// An agent's transaction ids follow the order of its balance, because they are drawn under its lock.
const FIND_SETTLEMENT = `
  SELECT t.id AS "transactionId", a.agent_code AS "agentCode", -e.amount AS amount, t.value_date AS "valueDate",
    (SELECT sum(amount) FROM ledger_entry WHERE account_id = a.id AND transaction_id <= t.id) AS balance
  FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id JOIN account a ON a.id = e.account_id
  WHERE t.kind = 'SETTLEMENT' AND t.reference = $1 AND NOT t.is_reversed AND a.agent_code IS NOT NULL`;

/** Ignores the credit limit. Returns no row when it is reversed or given back. */
const REVERSE = `
  WITH original AS (
    UPDATE ledger_transaction SET is_reversed = true WHERE id = $1 AND NOT is_reversed AND kind <> 'REVERSAL'
    RETURNING id, application_id, receipt_no, reference),
  opposite AS (SELECT e.account_id, -e.amount AS amount FROM original o JOIN ledger_entry e ON e.transaction_id = o.id),
  moved AS (
    UPDATE account SET balance = account.balance + opposite.amount FROM opposite
    WHERE account.id = opposite.account_id AND account.agent_code IS NOT NULL RETURNING account.balance),
  posted AS (
    INSERT INTO ledger_transaction (at, kind, application_id, receipt_no, reference, reverses)
    SELECT $2, 'REVERSAL', application_id, receipt_no, reference, id FROM original RETURNING id),
  written AS (INSERT INTO ledger_entry (transaction_id, account_id, amount, at) SELECT posted.id, account_id, amount, $2 FROM posted, opposite),
  explained AS (INSERT INTO reversal (transaction_id, reason, reversed_by_id, reversed_by) SELECT id, $3, $4, $5 FROM posted)
  SELECT id AS "transactionId", (SELECT balance FROM moved) AS balance FROM posted`;

const INSERT_DEBT = `
  INSERT INTO refund (kind, application_id, agent_code, receipt_no, transaction_id, amount, owed_since, iban, iban_shown, holder)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id`;

/** One attempt finds missing accounts, one posts after they are opened, and one is spare. */
const MAX_ATTEMPTS = 3;

export const REFUND_KINDS = ['CANCELLATION', 'SUSPENSE', 'AGENT', 'OVERPAYMENT', 'AMENDMENT'] as const;
export type RefundKind = (typeof REFUND_KINDS)[number];

export interface SealedAccount {
  readonly iban: Buffer;
  readonly shown: string;
  readonly holder: string;
}

/** Debt to a customer, an agent, or a sender when both are null. */
export interface Debt {
  readonly kind: RefundKind;
  readonly applicationId: number | null;
  readonly agentCode: string | null;
  readonly receiptNo: number | null;
  readonly amount: Amount;
  readonly at: Date;
  readonly account?: SealedAccount | null;
}

interface PostRow {
  readonly isReady: boolean;
  readonly transactionId: number | null;
  readonly balance: Amount | null;
  readonly missing: readonly string[];
}

@Injectable()
export class LedgerRepository {
  async post(tx: Transaction, transaction: NewLedgerTransaction): Promise<PostOutcome> {
    const outcome = await this.postReady(tx, transaction);
    return typeof outcome === 'string' ? outcome : { transactionId: getPosted(outcome), balance: outcome.balance };
  }

  /** Returns the ids of the transactions, in the order of the movements. */
  async postAll(
    tx: Transaction,
    { at, kind, debit, credit }: Pick<NewLedgerTransaction, 'at' | 'kind'> & { readonly debit: Account; readonly credit: Account },
    movements: readonly BankMovement[],
  ): Promise<number[]> {
    await this.openAccounts(tx, [debit, credit]);
    const rows = await tx.query<{ id: number }>(POST_ALL, [at, kind, debit.code, credit.code, JSON.stringify(movements)]);
    return rows.map(({ id }) => id);
  }

  async write(tx: Transaction, premium: NewPremium): Promise<void> {
    await this.postReady(tx, { ...premium, kind: null, reverses: null, entries: [] });
  }

  async insertDebt(tx: Transaction, transactionId: number, debt: Debt): Promise<number> {
    const { kind, applicationId, agentCode, receiptNo, amount, at, account = null } = debt;
    const to = account === null ? [null, null, null] : [account.iban, account.shown, account.holder];
    const values = [kind, applicationId, agentCode, receiptNo, transactionId, amount, at, ...to];
    return getRow(await tx.query<{ id: number }>(INSERT_DEBT, values)).id;
  }

  async findPayingTransaction(tx: Transaction, applicationId: number, receiptNo: number): Promise<PayingTransaction | null> {
    const [row] = await tx.query<PayingTransaction>(FIND_PAYING, [receiptNo, applicationId]);
    return row ?? null;
  }

  async reverse(tx: Transaction, { transactionId, at, reason, userId, name }: NewReversal): Promise<Posted | null> {
    const [row] = await tx.query<Posted>(REVERSE, [transactionId, at, reason, userId, name]);
    return row ?? null;
  }

  async findSettlement(tx: Transaction, reference: string): Promise<SettlementRow | null> {
    const [row] = await tx.query<SettlementRow>(FIND_SETTLEMENT, [reference]);
    return row ?? null;
  }

  private async openAccounts(tx: Transaction, accounts: readonly Account[]): Promise<void> {
    await tx.query(INSERT_ACCOUNTS, [accounts.map(({ code }) => code), accounts.map(({ kind }) => kind)]);
  }

  private async postReady(tx: Transaction, transaction: Posting): Promise<PostRow | 'OVER_LIMIT' | 'NO_AGENT_ACCOUNT'> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const row = await this.postOnce(tx, transaction);
      if (row.isReady) return row;
      if (row.missing.length === 0) return 'OVER_LIMIT';
      const accounts = listAccounts(transaction).filter(({ code }) => row.missing.includes(code));
      if (accounts.some(({ kind }) => kind === AccountKind.AGENT)) return 'NO_AGENT_ACCOUNT';
      await this.openAccounts(tx, accounts);
    }
    throw new Error(`The accounts of the transaction were neither found nor opened in ${MAX_ATTEMPTS} attempts.`);
  }

  private async postOnce(tx: Transaction, transaction: Posting): Promise<PostRow> {
    const { at, kind, applicationId, receiptNo, reference, reverses, valueDate, entries, premium } = transaction;
    const codes = listAccounts(transaction).map(({ code }) => code);
    const amounts = [...premium, ...entries].map(({ amount }) => amount);
    const arePremium = codes.map((_, index) => index < premium.length);
    const values = [at, kind, applicationId, receiptNo, reference, reverses, codes, amounts, toLocalDate(at), valueDate, arePremium];
    return getRow(await tx.query<PostRow>(POST, values));
  }
}

function listAccounts({ premium, entries }: Posting): Account[] {
  return [...premium, ...entries].map(({ account }) => account);
}

function getPosted({ transactionId }: PostRow): number {
  if (transactionId === null) throw new Error('The transaction was not inserted.');
  return transactionId;
}
