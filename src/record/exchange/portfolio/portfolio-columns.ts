import { buildColumn, buildOptionalColumn, type TableColumn } from '../../../common/table.js';
import { AGENT, AMOUNTS, LINE, TERM } from '../reports/report-parts.js';

const PERSONS_EXAMPLE =
  '{"client":{"last_name":"Παπαδοπούλου","afm":"123456783"},"insured":{"last_name":"Παπαδοπούλου","afm":"123456783"}}';
const CONTRACT_EXAMPLE = '{"objects_insured":[{"object_id":1,"bundle_code":"104","square_meters":90}]}';
const COVERS_EXAMPLE = '[{"object":1,"group":"01","cover":"101","title":"Φωτιά","sum_insured":150000,"net":252}]';
const INSTALMENTS_EXAMPLE = '[{"no":1,"from":"2026-12-01","to":"2027-12-01","net":252,"fee":25.2,"tax":55.44,"levy":0,"gross":332.64}]';
const RECEIPTS_EXAMPLE = '[{"receipt_no":311,"series":"26F","number":17,"kind":"NEW","instalment_no":1,"status":"PAID","gross":332.64}]';
const AMENDMENTS_EXAMPLE = '[{"amendment_no":1,"kind":"CHANGE","status":"50","effective_date":"2027-03-15"}]';
const DOCUMENTS_EXAMPLE = '[{"id":9,"category_id":30,"size":48211,"sha256":"5d41…","href":"/docs-api/policy/applications/42/documents/9"}]';

export const POLICY_COLUMNS: readonly TableColumn[] = [
  buildColumn('applicationId', 'integer', 'Αίτηση', 'Application', 42),
  buildColumn('policyNo', 'text', 'Αριθμός συμβολαίου', 'Policy number', 'P260000042'),
  LINE,
  AGENT[0]!,
  buildColumn('status', 'text', 'Κατάσταση', 'Status', '50'),
  buildColumn('version', 'integer', 'Έκδοση', 'Version', 4),
  ...TERM,
  buildColumn('issueDate', 'date', 'Ημερομηνία έκδοσης', 'Day of issue', '2026-11-25'),
  buildColumn('listedUntil', 'date', 'Στο χαρτοφυλάκιο έως', 'Last day in the portfolio', '2029-12-01'),
  buildOptionalColumn('cancelsOn', 'date', 'Προγραμματισμένη ακύρωση', 'First day without cover by a scheduled cancellation', '2027-03-01'),
  buildOptionalColumn('renewalOf', 'integer', 'Ανανέωση της', 'Renewal of', 21),
  buildOptionalColumn('renewedBy', 'integer', 'Ανανεώθηκε από', 'Renewed by', 77),
  buildColumn('payFrequencyMonths', 'integer', 'Συχνότητα πληρωμής σε μήνες', 'Months between instalments', 12),
  buildColumn('clientName', 'text', 'Λήπτης της ασφάλισης', 'Client', 'Παπαδοπούλου Μαρία'),
  buildColumn('clientAfm', 'text', 'ΑΦΜ λήπτη', 'Tax number of the client', '123456783'),
  buildOptionalColumn('plateNo', 'text', 'Αριθμός κυκλοφορίας', 'Plate', 'IZX4821'),
  ...AMOUNTS,
  buildColumn('persons', 'json', 'Πρόσωπα', 'Client and insured, as the API of the line writes them', PERSONS_EXAMPLE),
  buildColumn('contract', 'json', 'Στοιχεία ασφάλισης', 'Objects and terms, as the API of the line writes them', CONTRACT_EXAMPLE),
  buildColumn('covers', 'json', 'Καλύψεις', 'Covers with sum insured and net premium', COVERS_EXAMPLE),
  buildColumn('instalments', 'json', 'Δόσεις', 'Plan of instalments', INSTALMENTS_EXAMPLE),
  buildColumn('receipts', 'json', 'Αποδείξεις', 'Receipts', RECEIPTS_EXAMPLE),
  buildColumn('amendments', 'json', 'Πρόσθετες πράξεις', 'Amendments', AMENDMENTS_EXAMPLE),
  buildColumn('documents', 'json', 'Έγγραφα της εταιρείας', 'Documents of the insurer with hash and link', DOCUMENTS_EXAMPLE),
];

const SHA256_EXAMPLE = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const SHA256 = buildColumn('sha256', 'text', 'SHA-256', 'SHA-256 of the line without this field', SHA256_EXAMPLE);

export const PORTFOLIO_COLUMNS: readonly TableColumn[] = [...POLICY_COLUMNS, SHA256];

/** All but the id are null for a policy that left the portfolio. */
export const CHANGE_COLUMNS: readonly TableColumn[] = PORTFOLIO_COLUMNS.map((column) =>
  column.key === 'applicationId' ? column : { ...column, isOptional: true },
);

export const DIGEST_COLUMNS: readonly TableColumn[] = [
  buildOptionalColumn('applicationId', 'integer', 'Αίτηση', 'Application; null in the last row, which is of all policies', 42),
  buildOptionalColumn('policyNo', 'text', 'Αριθμός συμβολαίου', 'Policy number', 'P260000042'),
  buildOptionalColumn('policies', 'integer', 'Πλήθος συμβολαίων', 'Number of policies, in the last row', 1),
  buildColumn(
    'sha256',
    'text',
    'SHA-256',
    'SHA-256 of the policy; in the last row of all hashes in this order, one after the other',
    SHA256_EXAMPLE,
  ),
];
