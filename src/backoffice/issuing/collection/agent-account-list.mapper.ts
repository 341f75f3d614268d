import { toLocalDateTime } from '../../../common/athens.js';
import { amountOrNull, amountToNumber } from '../../../common/money.js';
import type { AgedDebt, AgentAccount } from '../../../record/money/agents/agent-account.js';
import type { AccountTotals } from '../../../record/money/agents/agent-account.repository.js';
import type { StatementEntry, StatementPage } from '../../../record/money/agents/statement.js';
import { sidesOf } from '../../../record/money/agents/statement-csv.js';
import type {
  AgedSumsResponse,
  AgentAccountItemResponse,
  AgentAccountTotalsResponse,
  AgentStatementEntryResponse,
  AgentStatementResponse,
} from './agent-account-list.dto.js';

export function toAccountItem({
  code,
  name,
  oldestUnpaidAt,
  lastSettledAt,
  lastSettlement,
  ...account
}: AgentAccount): AgentAccountItemResponse {
  return {
    code,
    name,
    balance: amountToNumber(account.balance),
    agedDebt: toAgedSums(account),
    oldestUnpaid: oldestUnpaidAt && toLocalDateTime(oldestUnpaidAt),
    creditLimit: amountToNumber(account.creditLimit),
    creditLeft: amountToNumber(account.creditLeft),
    creditSetAside: amountToNumber(account.creditSetAside),
    lastSettled: lastSettledAt && toLocalDateTime(lastSettledAt),
    lastSettlement: amountOrNull(lastSettlement),
  };
}

export function toAccountTotals(totals: AccountTotals): AgentAccountTotalsResponse {
  return { owed: amountToNumber(totals.owed), credit: amountToNumber(totals.credit), agedDebt: toAgedSums(totals) };
}

function toAgedSums({ notDue, days0To30, days31To60, days61To90, over90 }: AgedDebt): AgedSumsResponse {
  return {
    notDue: amountToNumber(notDue),
    days0To30: amountToNumber(days0To30),
    days31To60: amountToNumber(days31To60),
    days61To90: amountToNumber(days61To90),
    over90: amountToNumber(over90),
  };
}

type Figures = Pick<AgentStatementResponse, 'openingBalance' | 'closingBalance' | 'debits' | 'credits'>;

export function toStatementFigures({ opening, closing, debits, credits }: StatementPage): Figures {
  return {
    openingBalance: amountToNumber(opening),
    closingBalance: amountToNumber(closing),
    debits: amountToNumber(debits),
    credits: amountToNumber(credits),
  };
}

export function toStatementEntry({ receipt, amount, ...entry }: StatementEntry): AgentStatementEntryResponse {
  const { transactionId, at, kind, reference, applicationId, policyNo, clientName, balance } = entry;
  const { debit, credit } = sidesOf(amount);
  return {
    transactionId,
    at: toLocalDateTime(at),
    kind,
    reference,
    applicationId,
    policyNo,
    receiptNo: receipt?.receiptNo ?? null,
    receipt: receipt?.shownNo ?? null,
    clientName,
    gross: amountOrNull(receipt?.gross ?? null),
    net: amountOrNull(receipt?.net ?? null),
    debit: amountOrNull(debit),
    credit: amountOrNull(credit),
    balance: amountToNumber(balance),
  };
}
