import { Injectable } from '@nestjs/common';
import { toLocalDate, type LocalDate } from '../../../common/athens.js';
import type { Amount } from '../../../common/money.js';
import { getRow, type Transaction } from '../../../store/store.js';
import { AccountKind } from './account.js';
import type { Entry } from './posting.js';

export type TransactionKind =
  | 'CHARGE'
  | 'PAYMENT'
  | 'SETTLEMENT'
  | 'REFUND'
  | 'SUSPENSE'
  | 'SUSPENSE_REFUND'
  | 'AGENT_CREDIT'
  | 'AGENT_CREDIT_RETURN'
  | 'PAYOUT'
  | 'PAYOUT_RETURN';

export interface NewLedgerTransaction {
  readonly at: Date;
  readonly kind: TransactionKind;
  readonly applicationId: number | null;
  readonly receiptNo: number | null;
  readonly reference: string;
  /** Id of the reversed transaction. */
  readonly reverses: number | null;
  /** Day on which the bank booked a settlement; otherwise null. */
  readonly valueDate: LocalDate | null;
  /** At most one of them affects an agent's account. */
  readonly entries: readonly Entry[];
}

export interface Posted {
  readonly transactionId: number;
  /** New balance of the agent's account; null without an entry on one. */
  readonly balance: Amount | null;
}

type PostOutcome = Posted | 'OVER_LIMIT' | 'NO_AGENT_ACCOUNT';

interface PayingTransaction {
  readonly id: number;
  /** Null when the customer paid by bank transfer. */
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
 * Inserts a transaction with its entries, or nothing when an account is missing or the credit limit would be exceeded.
 * Locks the agent's balance. Adds an agent's debit to the sums of the day ($9), from which its debt is aged (ADR-24).
 */
const POST = `
  WITH sent AS (SELECT code, amount FROM unnest($7::text[], $8::numeric[]) AS e(code, amount)),
  found AS (SELECT a.id, a.code, a.agent_code, sent.amount FROM sent JOIN account a ON a.code = sent.code),
  missing AS (SELECT ARRAY(SELECT code FROM sent EXCEPT SELECT code FROM found ORDER BY code) AS codes),
  moved AS (
    UPDATE account SET balance = account.balance + found.amount
    FROM found JOIN agent ON agent.code = found.agent_code
    WHERE account.id = found.id AND (SELECT codes = '{}' FROM missing)
      AND (found.amount < 0 OR account.balance + found.amount <= agent.credit_limit)
    RETURNING account.balance),
  posted AS (
    INSERT INTO ledger_transaction (at, kind, application_id, receipt_no, reference, reverses, value_date)
    SELECT $1::timestamptz, $2::text, $3::bigint, $4::bigint, $5::text, $6::bigint, $10::date
    WHERE (SELECT codes = '{}' FROM missing) AND (SELECT count(*) FROM moved) = (SELECT count(agent_code) FROM found)
    RETURNING id),
  written AS (
    INSERT INTO ledger_entry (transaction_id, account_id, amount, at) SELECT posted.id, found.id, found.amount, $1 FROM posted, found),
  debited AS (SELECT found.id, found.amount FROM posted, found WHERE found.agent_code IS NOT NULL AND found.amount > 0),
  of_day AS (
    INSERT INTO debit_day AS d (account_id, day, amount) SELECT id, $9, amount FROM debited
    ON CONFLICT (account_id, day) DO UPDATE SET amount = d.amount + excluded.amount),
  ahead AS (
    INSERT INTO debit_ahead AS d (account_id, due_date, day, amount)
    SELECT debited.id, r.due_date, $9, debited.amount FROM debited, receipt r WHERE r.receipt_no = $4 AND r.due_date > $9
    ON CONFLICT (account_id, due_date, day) DO UPDATE SET amount = d.amount + excluded.amount)
  SELECT (SELECT id FROM posted) AS "transactionId", (SELECT balance FROM moved) AS balance, codes AS missing FROM missing`;

const INSERT_ACCOUNTS = `
  INSERT INTO account (code, kind) SELECT code, kind FROM unnest($1::text[], $2::text[]) AS sent(code, kind) ORDER BY code
  ON CONFLICT (code) DO NOTHING`;

const FIND_PAYING = `
  SELECT t.id, (SELECT a.agent_code FROM ledger_entry e JOIN account a ON a.id = e.account_id
                WHERE e.transaction_id = t.id AND a.agent_code IS NOT NULL) AS "agentCode"
  FROM ledger_transaction t WHERE t.receipt_no = $1 AND t.application_id = $2 AND t.kind IN ('CHARGE', 'PAYMENT')`;

// An agent's transaction ids follow the order of its balance, because they are drawn under its lock.
const FIND_SETTLEMENT = `
  SELECT t.id AS "transactionId", a.agent_code AS "agentCode", -e.amount AS amount, t.value_date AS "valueDate",
    (SELECT sum(amount) FROM ledger_entry WHERE account_id = a.id AND transaction_id <= t.id) AS balance
  FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id JOIN account a ON a.id = e.account_id
  WHERE t.kind = 'SETTLEMENT' AND t.reference = $1 AND a.agent_code IS NOT NULL`;

const INSERT_DEBT = `
  INSERT INTO refund (kind, application_id, agent_code, receipt_no, transaction_id, amount, owed_since, iban, iban_shown, holder)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id`;

/** One attempt finds missing accounts, one posts after they are opened, and one is spare. */
const MAX_ATTEMPTS = 3;

export type RefundKind = 'CANCELLATION' | 'SUSPENSE' | 'AGENT';

/** Bank account that a refund is paid to, with the IBAN encrypted. */
export interface SealedAccount {
  readonly iban: Buffer;
  /** Masked IBAN. */
  readonly shown: string;
  readonly holder: string;
}

/** Debt of the insurer to a customer, an agent, or a sender when both are null. */
export interface Debt {
  readonly kind: RefundKind;
  readonly applicationId: number | null;
  readonly agentCode: string | null;
  readonly receiptNo: number | null;
  /** Above zero. */
  readonly amount: Amount;
  readonly at: Date;
  /** Null until staff enter it. */
  readonly account?: SealedAccount | null;
}

interface PostRow {
  /** Null when nothing was inserted. */
  readonly transactionId: number | null;
  readonly balance: Amount | null;
  /** Codes of the accounts that do not exist. */
  readonly missing: readonly string[];
}

/** The ledger. Plain SQL, because one statement writes a transaction, its entries and the balance (ADR-2). */
@Injectable()
export class LedgerRepository {
  /** Posts a transaction. Opens missing accounts, except an agent's. */
  async post(tx: Transaction, transaction: NewLedgerTransaction): Promise<PostOutcome> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const { transactionId, balance, missing } = await this.postOnce(tx, transaction);
      if (transactionId !== null) return { transactionId, balance };
      if (missing.length === 0) return 'OVER_LIMIT';
      const accounts = transaction.entries.map(({ account }) => account).filter(({ code }) => missing.includes(code));
      if (accounts.some(({ kind }) => kind === AccountKind.AGENT)) return 'NO_AGENT_ACCOUNT';
      await tx.query(INSERT_ACCOUNTS, [accounts.map(({ code }) => code), accounts.map(({ kind }) => kind)]);
    }
    throw new Error(`The accounts of the transaction were neither found nor opened in ${MAX_ATTEMPTS} attempts.`);
  }

  /** Inserts a debt and returns the id of its refund. */
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

  async findSettlement(tx: Transaction, reference: string): Promise<SettlementRow | null> {
    const [row] = await tx.query<SettlementRow>(FIND_SETTLEMENT, [reference]);
    return row ?? null;
  }

  private async postOnce(tx: Transaction, transaction: NewLedgerTransaction): Promise<PostRow> {
    const { at, kind, applicationId, receiptNo, reference, reverses, valueDate, entries } = transaction;
    const codes = entries.map(({ account }) => account.code);
    const amounts = entries.map(({ amount }) => amount);
    const values = [at, kind, applicationId, receiptNo, reference, reverses, codes, amounts, toLocalDate(at), valueDate];
    return getRow(await tx.query<PostRow>(POST, values));
  }
}
