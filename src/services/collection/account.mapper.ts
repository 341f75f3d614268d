import { toLocalDateTime } from '../../common/athens.js';
import { toNumberOrNull, toNumber } from '../../common/money.js';
import type { Period } from '../../common/period.js';
import type { AgentAccount, OpenCharge } from '../../record/money/agents/agent-account.js';
import type { StatementEntry, StatementPage } from '../../record/money/agents/statement.js';
import { toSides } from '../../record/money/agents/statement-csv.js';
import type { AccountEntryResponse, AccountResponse, AccountStatementResponse, OpenChargeResponse } from './account.dto.js';

export function toAccountResponse(account: AgentAccount, open: readonly OpenCharge[], openTotal: number): AccountResponse {
  const { code, lastSettledAt, lastSettlement } = account;
  return {
    agent_code: code,
    balance: toNumber(account.balance),
    credit_limit: toNumber(account.creditLimit),
    credit_left: toNumber(account.creditLeft),
    credit_set_aside: toNumber(account.creditSetAside),
    aged_debt: {
      not_due: toNumber(account.notDue),
      days_0_30: toNumber(account.days0To30),
      days_31_60: toNumber(account.days31To60),
      days_61_90: toNumber(account.days61To90),
      over_90: toNumber(account.over90),
    },
    last_settlement:
      lastSettledAt === null || lastSettlement === null ? null : { at: toLocalDateTime(lastSettledAt), amount: toNumber(lastSettlement) },
    open_charges: open.map(toOpenChargeResponse),
    open_charges_total: openTotal,
  };
}

function toOpenChargeResponse(charge: OpenCharge): OpenChargeResponse {
  return {
    application_id: charge.applicationId,
    policy_no: charge.policyNo,
    receipt_no: charge.receiptNo,
    reference: charge.reference,
    charged_at: toLocalDateTime(charge.at),
    due_date: charge.dueDate,
    gross: toNumberOrNull(charge.gross),
    open: toNumber(charge.open),
  };
}

export function toStatementResponse(agentCode: string, { from, to }: Period, page: StatementPage): AccountStatementResponse {
  return {
    agent_code: agentCode,
    from,
    to,
    opening_balance: toNumber(page.opening),
    closing_balance: toNumber(page.closing),
    debits: toNumber(page.debits),
    credits: toNumber(page.credits),
    entries: page.entries.map(toEntryResponse),
  };
}

function toEntryResponse({ receipt, amount, ...entry }: StatementEntry): AccountEntryResponse {
  const { debit, credit } = toSides(amount);
  return {
    transaction_id: entry.transactionId,
    at: toLocalDateTime(entry.at),
    kind: entry.kind,
    reference: entry.reference,
    application_id: entry.applicationId,
    policy_no: entry.policyNo,
    receipt_no: receipt?.receiptNo ?? null,
    receipt: receipt?.shownNo ?? null,
    client_name: entry.clientName,
    gross: toNumberOrNull(receipt?.gross ?? null),
    net: toNumberOrNull(receipt?.net ?? null),
    debit: toNumberOrNull(debit),
    credit: toNumberOrNull(credit),
    balance: toNumber(entry.balance),
  };
}
