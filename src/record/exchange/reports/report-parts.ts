import type { Text } from '../../../common/language.js';
import { addTitles, buildColumn, buildOptionalColumn, type TableColumn } from '../../../common/table.js';
import { LINE_TABLE } from '../../reference/products/line-table.js';
import { RECEIPT_KINDS, type ReceiptKind } from '../../core/applications/receipt.js';
import { releasedTitles } from '../../reference/tariffs/tariff-titles.js';
import { formatStatusList, POLICY_STATUSES, listStatuses } from '../../core/applications/status.js';

export interface ReportFilter {
  readonly agents: readonly string[] | null;
  readonly line: string | null;
}

export interface Report {
  readonly title: Text;
  readonly columns: readonly TableColumn[];
  /** Meaning of $1 (from) and $2 (to, exclusive). */
  readonly period: 'instants' | 'days';
  /** Rows are in the order of an index (reports.3). `where` begins with AND, about application `a`. */
  readonly sql: (where: string, isOfAgents: boolean) => string;
}

export const LINE = addTitles(
  buildColumn('line', 'text', 'Κλάδος', 'Line', 'fire'),
  Object.fromEntries(Object.entries(LINE_TABLE).map(([code, { title }]) => [code, title])),
);

export const AGENT: readonly TableColumn[] = [
  buildColumn('agentCode', 'text', 'Κωδικός συνεργάτη', 'Agent code', '10001'),
  buildOptionalColumn('agentName', 'text', 'Συνεργάτης', 'Agent', 'Ασφαλιστικό Πρακτορείο'),
];

export const POLICY: readonly TableColumn[] = [
  LINE,
  ...AGENT,
  buildColumn('policyNo', 'text', 'Αριθμός συμβολαίου', 'Policy number', 'P260000042'),
  buildColumn('applicationId', 'integer', 'Αίτηση', 'Application', 42),
  buildColumn('clientName', 'text', 'Λήπτης της ασφάλισης', 'Client', 'Παπαδοπούλου Μαρία'),
  buildColumn('clientAfm', 'text', 'ΑΦΜ λήπτη', 'Tax number of the client', '123456783'),
];

export const POLICY_SQL = `a.line, a.agent_code AS "agentCode", g.name AS "agentName", a.policy_no AS "policyNo", a.id AS "applicationId",
    a.client_name AS "clientName", a.client_afm AS "clientAfm"`;

export const TERM: readonly TableColumn[] = [
  buildColumn('startDate', 'date', 'Έναρξη', 'Start', '2026-12-01'),
  buildColumn('endDate', 'date', 'Λήξη', 'End', '2027-12-01'),
];
export const TERM_SQL = `a.start_date AS "startDate", a.end_date AS "endDate"`;

export const RECEIPT_KIND = addTitles(buildColumn('kind', 'text', 'Είδος', 'Kind', 'NEW', [...RECEIPT_KINDS, 'REVERSAL']), {
  NEW: { el: 'Νέο συμβόλαιο', en: 'New policy' },
  INSTALMENT: { el: 'Δόση', en: 'Instalment' },
  RENEWAL: { el: 'Ανανέωση', en: 'Renewal' },
  REFUND: { el: 'Επιστροφή', en: 'Refund' },
  EARNED: { el: 'Δεδουλευμένα', en: 'Earned' },
  ENDORSEMENT: { el: 'Πρόσθετη πράξη', en: 'Endorsement' },
  REVERSAL: { el: 'Αντιλογισμός', en: 'Reversal' },
} satisfies Record<ReceiptKind | 'REVERSAL', Text>);

export const AMENDMENT_NO = buildOptionalColumn('amendmentNo', 'integer', 'Αριθμός πρόσθετης πράξης', 'Number of the amendment', 1);
/** Amendment of the receipt `r`, or the one that replaced it before its payment. */
export const AMENDMENT_NO_SQL = `(SELECT m.amendment_no FROM amendment m WHERE m.id = r.amendment_id) AS "amendmentNo"`;

export const TAX_CLASS: TableColumn = {
  ...buildColumn('coverClass', 'text', 'Κατηγορία καλύψεων', 'Class of covers', 'FIRE'),
  findTitle: (code) => releasedTitles.find('taxClasses', code),
};

export const AMOUNTS: readonly TableColumn[] = [
  buildColumn('net', 'amount', 'Καθαρά ασφάλιστρα', 'Net premium', 252),
  buildColumn('fee', 'amount', 'Δικαίωμα συμβολαίου', 'Policy fee', 25.2),
  buildColumn('tax', 'amount', 'Φόρος', 'Tax', 55.44),
  buildColumn('levy', 'amount', 'Εισφορές', 'Levies', 0),
  buildColumn('gross', 'amount', 'Μικτά ασφάλιστρα', 'Gross premium', 332.64),
];

export const BUNDLES = buildOptionalColumn('bundles', 'text', 'Πακέτα', 'Bundles', '104');
export const BUNDLES_SQL = `coalesce(a.questionnaire ->> 'bundleCode', (
    SELECT string_agg(DISTINCT o ->> 'bundle_code', ' ') FROM json_array_elements(a.questionnaire -> 'objects_insured') o)) AS bundles`;

export const COMMISSION_CODE_SQL = `coalesce(a.questionnaire ->> 'commission_code', a.questionnaire ->> 'commisionAgentCode')`;

export const BOOKED = `ledger_transaction t JOIN receipt r ON r.receipt_no = t.receipt_no`;
const PAID = `t.kind IN ('CHARGE', 'PAYMENT', 'REFUND')`;
const PAID_OR_REVERSED = `t.kind IN ('CHARGE', 'PAYMENT', 'REFUND', 'REVERSAL')`;
/** The reversal of a payment is a separate line with the opposite figures (money.97). */
export const BOOKED_KIND = `CASE t.kind WHEN 'REVERSAL' THEN 'REVERSAL' ELSE r.kind END AS kind`;
export const toBooked = (figure: string): string => `CASE t.kind WHEN 'REVERSAL' THEN -${figure} ELSE ${figure} END`;
/** For some agents the plan must start at their applications: an empty interval keeps it off the index of times. */
export const buildPeriodCondition = (isOfAgents: boolean, kinds = PAID): string => {
  const at = isOfAgents ? `(t.at + interval '0')` : 't.at';
  return `${kinds} AND ${at} >= $1 AND ${at} < $2`;
};
export const buildBookedCondition = (isOfAgents: boolean): string => buildPeriodCondition(isOfAgents, PAID_OR_REVERSED);

const AGENT_OF_APPLICATION = 'LEFT JOIN agent g ON g.code = a.agent_code';
export const APPLICATION = `application a ${AGENT_OF_APPLICATION}`;
export const buildApplicationJoin = (id: string): string => `application a ON a.id = ${id} ${AGENT_OF_APPLICATION}`;

export const IN_FORCE = formatStatusList(listStatuses(({ stage, isFinal }) => stage === 'policy' && !isFinal));
export const BEGUN = formatStatusList(listStatuses(({ stage, isGivenUp }) => stage === 'policy' && !isGivenUp));
export const ISSUED = formatStatusList(POLICY_STATUSES);
export const UNDERWRITING = formatStatusList(listStatuses(({ awaits }) => awaits === 'underwriting'));
