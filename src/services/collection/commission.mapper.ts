import { toLocalDateTime } from '../../common/athens.js';
import { toNumber } from '../../common/money.js';
import type { CommissionVersionWithRates } from '../../record/money/commission/commission-rates.repository.js';
import {
  toCommissionFigures,
  type CommissionEntry,
  type CommissionStatement,
  type CommissionStatementWithFigures,
} from '../../record/money/commission/commission-statement.js';
import type {
  CommissionEntryResponse,
  CommissionRatesResponse,
  CommissionStatementDetails,
  CommissionStatementSummary,
} from './commission.dto.js';

export function toRatesResponse(agentCode: string, line: string, found: CommissionVersionWithRates | null): CommissionRatesResponse {
  return {
    agent_code: agentCode,
    line,
    version: found?.version ?? null,
    valid_from: found?.validFrom ?? null,
    rates: (found?.rates ?? []).map(({ agentCode: code, agentType, bundle, cover, kind, percent }) => ({
      agent_code: code,
      agent_type: agentType,
      bundle,
      cover,
      kind,
      percent: Number(percent),
    })),
  };
}

export function toSummary(statement: CommissionStatement): CommissionStatementSummary {
  const { id, agentCode, number, settlement, approvedAt } = statement;
  if (number === null || settlement === null || approvedAt === null) throw new Error(`Statement ${id} is not approved.`);
  return {
    id,
    agent_code: agentCode,
    month: statement.month.slice(0, 7),
    number,
    earned: toNumber(statement.earned),
    taken_back: toNumber(statement.takenBack),
    carried: toNumber(statement.carried),
    netted: toNumber(statement.netted),
    withholding_percent: Number(statement.withholdingPercent),
    tax: toNumber(statement.tax),
    due: toNumber(statement.due),
    carried_forward: toNumber(statement.carriedForward),
    settlement,
    approved_at: toLocalDateTime(approvedAt),
  };
}

export function toDetails(statement: CommissionStatementWithFigures, entries: readonly CommissionEntry[]): CommissionStatementDetails {
  return {
    ...toSummary(statement),
    ...toCommissionFigures(statement),
    entries: entries.map(toEntryResponse),
  };
}

function toEntryResponse(entry: CommissionEntry): CommissionEntryResponse {
  return {
    at: toLocalDateTime(entry.at),
    line: entry.line,
    policy_no: entry.policyNo,
    application_id: entry.applicationId,
    client_name: entry.clientName,
    receipt_no: entry.receiptNo,
    receipt: entry.receipt,
    kind: entry.kind,
    is_reversal: entry.isReversal,
    gross: toNumber(entry.gross),
    net: toNumber(entry.net),
    commission: toNumber(entry.commission),
  };
}
