import type { LineCode } from '../../reference/products/line-table.js';
import type { ApplicationFields, ApplicationRecord } from './application.js';

const COLUMNS = `
  id, line, application_no AS "applicationNo", policy_no AS "policyNo", status, agent_code AS "agentCode", start_date AS "startDate",
  end_date AS "endDate", issue_date AS "issueDate", pay_frequency_months AS "payFrequencyMonths", client_afm AS "clientAfm",
  client_name AS "clientName", plate_no AS "plateNo", calculated_at AS "calculatedAt", accept_by AS "acceptBy", accepted_at AS "acceptedAt", pay_by AS "payBy",
  payment_code AS "paymentCode", policy_document_id AS "policyDocumentId", last_receipt AS "lastReceipt",
  renewal_of AS "renewalOf", renewed_by AS "renewedBy", cancels_on AS "cancelsOn", changes_on AS "changesOn", version, created_at AS "createdAt", updated_at AS "updatedAt",
  questionnaire, price, enfia_eligible AS "enfiaEligible", messages, approval`;

type AsJson<T> = { readonly [Field in keyof T]: Date extends T[Field] ? Exclude<T[Field], Date> | string : T[Field] };

/** Instants are texts. */
export type ApplicationRow<C extends LineCode = LineCode> = AsJson<ApplicationFields> & Pick<ApplicationRecord<C>, 'questionnaire'>;

/** Selects one JSON value each, which the driver unpacks faster than thirty columns. */
export function toApplications(source: string): string {
  return `SELECT to_json(a) AS application FROM (SELECT ${COLUMNS} FROM ${source}) AS a`;
}

export interface PageRow<C extends LineCode = LineCode> {
  readonly application: ApplicationRow<C>;
  readonly total: number | null;
}

export function buildApplicationPage(count: string, applications: string): string {
  return `SELECT (${count}) AS total, NULL::json AS application UNION ALL SELECT NULL, application FROM (${applications}) AS page`;
}

export function toApplicationPage<C extends LineCode>(rows: readonly PageRow<C>[]): { items: ApplicationRecord<C>[]; total: number } {
  const applications = rows.filter(({ total }) => total === null);
  return {
    items: applications.map(({ application }) => toRecord(application)),
    total: rows.find(({ total }) => total !== null)?.total ?? 0,
  };
}

export function toRecord<C extends LineCode>(row: ApplicationRow<C>): ApplicationRecord<C> {
  const fields: ApplicationFields = {
    ...row,
    calculatedAt: new Date(row.calculatedAt),
    acceptBy: toInstant(row.acceptBy),
    acceptedAt: toInstant(row.acceptedAt),
    payBy: toInstant(row.payBy),
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  };
  return fields as ApplicationRecord<C>;
}

function toInstant(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
