import { toLocalDateTime } from '../../../common/athens.js';
import { toNumber } from '../../../common/money.js';
import type { CommissionVersion, CommissionVersionWithRates } from '../../../record/money/commission/commission-rates.repository.js';
import {
  toCommissionFigures,
  type CommissionEntry,
  type CommissionStatement,
  type CommissionStatementWithFigures,
} from '../../../record/money/commission/commission-statement.js';
import type {
  CommissionReceiptResponse,
  CommissionStatementItem,
  CommissionStatementResponse,
  CommissionVersionResponse,
  CommissionVersionWithRatesResponse,
} from './commission.dto.js';

export function toVersionResponse({ line, version, validFrom, note, loadedAt, loadedBy }: CommissionVersion): CommissionVersionResponse {
  return { line, version, validFrom, note, loadedAt: toLocalDateTime(loadedAt), loadedBy };
}

export function toVersionWithRates(version: CommissionVersionWithRates): CommissionVersionWithRatesResponse {
  return { ...toVersionResponse(version), rates: version.rates.map((rate) => ({ ...rate, percent: Number(rate.percent) })) };
}

export function toStatementItem(statement: CommissionStatement): CommissionStatementItem {
  const { id, agentCode, agentName, status, number, settlement, refundId, approvedAt, approvedBy } = statement;
  return {
    id,
    agentCode,
    agentName,
    month: statement.month.slice(0, 7),
    status,
    number,
    earned: toNumber(statement.earned),
    takenBack: toNumber(statement.takenBack),
    carried: toNumber(statement.carried),
    netted: toNumber(statement.netted),
    withholdingPercent: Number(statement.withholdingPercent),
    tax: toNumber(statement.tax),
    due: toNumber(statement.due),
    carriedForward: toNumber(statement.carriedForward),
    settlement,
    refundId,
    approvedAt: approvedAt && toLocalDateTime(approvedAt),
    approvedBy,
  };
}

export function toCommissionStatementResponse(statement: CommissionStatementWithFigures): CommissionStatementResponse {
  const { name, legalName, afm, licenceNo, withholding } = statement.agent;
  return {
    ...toStatementItem(statement),
    agent: { name, legalName, afm, licenceNo, withholding },
    ...toCommissionFigures(statement),
  };
}

export function toReceiptItem({ id: _, ...entry }: CommissionEntry): CommissionReceiptResponse {
  const { at, line, policyNo, applicationId, clientName, receiptNo, receipt, kind, isReversal, isNetted } = entry;
  return {
    at: toLocalDateTime(at),
    line,
    policyNo,
    applicationId,
    clientName,
    receiptNo,
    receipt,
    kind,
    isReversal,
    gross: toNumber(entry.gross),
    net: toNumber(entry.net),
    commission: toNumber(entry.commission),
    isNetted,
  };
}
