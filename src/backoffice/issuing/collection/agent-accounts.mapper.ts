import { toLocalDateTime } from '../../../common/athens.js';
import { toNumberOrNull, toNumbers, toNumber } from '../../../common/money.js';
import type { AgedDebt, AgentAccount } from '../../../record/money/agents/agent-account.js';
import type { AccountTotals } from '../../../record/money/agents/agent-account.repository.js';
import type { StatementEntry, StatementPage } from '../../../record/money/agents/statement.js';
import { toSides } from '../../../record/money/agents/statement-csv.js';
import type {
  AgedSumsResponse,
  AgentAccountItemResponse,
  AgentAccountTotalsResponse,
  AgentStatementEntryResponse,
} from './agent-accounts.dto.js';

export function toAccountItem({ oldestUnpaidAt, lastSettledAt, ...account }: AgentAccount): AgentAccountItemResponse {
  return {
    code: account.code,
    name: account.name,
    balance: toNumber(account.balance),
    agedDebt: toAgedSums(account),
    oldestUnpaid: oldestUnpaidAt && toLocalDateTime(oldestUnpaidAt),
    creditLimit: toNumber(account.creditLimit),
    creditLeft: toNumber(account.creditLeft),
    creditSetAside: toNumber(account.creditSetAside),
    lastSettled: lastSettledAt && toLocalDateTime(lastSettledAt),
    lastSettlement: toNumberOrNull(account.lastSettlement),
  };
}

export function toAccountTotals(totals: AccountTotals): AgentAccountTotalsResponse {
  return { owed: toNumber(totals.owed), credit: toNumber(totals.credit), agedDebt: toAgedSums(totals) };
}

function toAgedSums({ notDue, days0To30, days31To60, days61To90, over90 }: AgedDebt): AgedSumsResponse {
  return toNumbers({ notDue, days0To30, days31To60, days61To90, over90 });
}

export function toStatementFigures({ opening: openingBalance, closing: closingBalance, debits, credits }: StatementPage) {
  return toNumbers({ openingBalance, closingBalance, debits, credits });
}

export function toStatementEntry({ receipt, amount, ...entry }: StatementEntry): AgentStatementEntryResponse {
  const { debit, credit } = toSides(amount);
  return {
    ...entry,
    at: toLocalDateTime(entry.at),
    receiptNo: receipt?.receiptNo ?? null,
    receipt: receipt?.shownNo ?? null,
    gross: toNumberOrNull(receipt?.gross ?? null),
    net: toNumberOrNull(receipt?.net ?? null),
    debit: toNumberOrNull(debit),
    credit: toNumberOrNull(credit),
    balance: toNumber(entry.balance),
  };
}
