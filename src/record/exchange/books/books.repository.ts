import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import type { Amount } from '../../../common/money.js';
import { MAX_COUNTED, type PageWindow } from '../../../common/paging.js';
import type { Period } from '../../../common/period.js';
import type { AccountKind } from '../../money/ledger/account.js';
import type { TransactionKind } from '../../money/ledger/ledger.repository.js';
import { Store } from '../../../store/store.js';

export interface AccountBalance {
  readonly account: string;
  readonly kind: AccountKind;
  readonly balance: Amount;
}

export interface TrialBalanceLine {
  readonly account: string;
  readonly kind: AccountKind;
  readonly opening: Amount;
  readonly debit: Amount;
  readonly credit: Amount;
  readonly closing: Amount;
}

export interface JournalEntry {
  readonly transactionId: number;
  readonly bookedOn: LocalDate;
  readonly valueDate: LocalDate;
  readonly at: Date;
  readonly kind: TransactionKind;
  readonly account: string;
  readonly debit: Amount | null;
  readonly credit: Amount | null;
  readonly reference: string;
  readonly applicationId: number | null;
  readonly policyNo: string | null;
  readonly receiptNo: number | null;
}

export interface JournalFilter extends Period {
  /** Code of an account, or the first part of the codes of agents or customers; null for all. */
  readonly account: string | null;
}

/** Sums by day, and the entries that are not yet in them, so that every moment is exact. */
const MOVED = `
  SELECT account, kind, day, debit, credit FROM ledger_day
  UNION ALL
  SELECT ledger_account_group(a.code, a.kind), a.kind, t.booked_on, greatest(e.amount, 0), greatest(-e.amount, 0)
  FROM ledger_unfolded u JOIN ledger_transaction t ON t.id = u.transaction_id JOIN ledger_entry e ON e.transaction_id = t.id JOIN account a ON a.id = e.account_id`;

const BALANCES = `SELECT account, kind, sum(debit - credit) AS balance FROM (${MOVED}) AS moved GROUP BY account, kind ORDER BY account`;

const TRIAL_BALANCE = `
  SELECT account, kind, coalesce(sum(debit - credit) FILTER (WHERE day < $1::date), 0.00) AS opening,
    coalesce(sum(debit) FILTER (WHERE day >= $1::date), 0.00) AS debit, coalesce(sum(credit) FILTER (WHERE day >= $1::date), 0.00) AS credit,
    sum(debit - credit) AS closing
  FROM (${MOVED}) AS moved WHERE day <= $2::date GROUP BY account, kind ORDER BY account`;

function selectJournal(account: string | null): { readonly text: string; readonly from: string } {
  const isGroup = account !== null && !account.includes(':');
  const ofAccount = account === null ? '' : isGroup ? 'AND ledger_account_group(a.code, a.kind) = $3' : 'AND a.code = $3';
  const from = `
  FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id JOIN account a ON a.id = e.account_id
  WHERE t.booked_on >= $1::date AND t.booked_on < $2::date ${ofAccount}`;
  const text = `
  SELECT t.id AS "transactionId", t.booked_on AS "bookedOn", coalesce(t.value_date, (t.at AT TIME ZONE 'Europe/Athens')::date) AS "valueDate", t.at, t.kind,
    a.code AS account, CASE WHEN e.amount > 0 THEN e.amount END AS debit, CASE WHEN e.amount < 0 THEN -e.amount END AS credit, t.reference,
    t.application_id AS "applicationId", (SELECT p.policy_no FROM application p WHERE p.id = t.application_id) AS "policyNo", t.receipt_no AS "receiptNo"
  ${from}
  ORDER BY t.booked_on, t.id, e.amount DESC, a.code`;
  return { text, from };
}

@Injectable()
export class BooksRepository {
  constructor(private readonly store: Store) {}

  listBalances(environment: Environment): Promise<AccountBalance[]> {
    return this.store.readAnywhere(environment, (reader) => reader.query<AccountBalance>(BALANCES));
  }

  listTrialBalance(environment: Environment, from: LocalDate, on: LocalDate): Promise<TrialBalanceLine[]> {
    return this.store.readAnywhere(environment, (reader) => reader.query<TrialBalanceLine>(TRIAL_BALANCE, [from, on]));
  }

  async findJournal(
    environment: Environment,
    filter: JournalFilter,
    { start, limit }: PageWindow,
  ): Promise<{ items: JournalEntry[]; total: number }> {
    const { text, from } = selectJournal(filter.account);
    const values = toValues(filter);
    const [items, [counted]] = await Promise.all([
      this.store.readAnywhere(environment, (reader) => reader.query<JournalEntry>(`${text} OFFSET ${start - 1} LIMIT ${limit}`, values)),
      this.store.readAnywhere(environment, (reader) =>
        reader.query<{ total: number }>(`SELECT count(*)::int AS total FROM (SELECT ${from} LIMIT ${MAX_COUNTED + 1}) AS c`, values),
      ),
    ]);
    return { items, total: counted?.total ?? 0 };
  }

  readJournal(environment: Environment, filter: JournalFilter): AsyncGenerator<JournalEntry[], void> {
    return this.store.stream<JournalEntry>(environment, selectJournal(filter.account).text, toValues(filter));
  }
}

function toValues({ from, to, account }: JournalFilter): unknown[] {
  return account === null ? [from, to] : [from, to, account];
}
