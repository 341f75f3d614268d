import { Injectable } from '@nestjs/common';
import { toLocalDateTime } from '../../../common/athens.js';
import type { ErrorCode } from '../../../common/error-codes.js';
import type { Language, Text } from '../../../common/language.js';
import { toNumberOrNull, toNumber, sum, type Amount } from '../../../common/money.js';
import { getSuspenseText } from '../../../record/contract/payments/bank-advice.js';
import type { EntryResult, NotBookedReason } from '../../../record/exchange/statements/statement-rows.js';
import { Store } from '../../../store/store.js';
import { buildNotFound } from '../../common/errors.js';
import { findPage, mapPage } from '../../common/page.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import type {
  BankStatementPageResponse,
  BankStatementQuery,
  BankStatementResponse,
  BankStatementWithSumsResponse,
  BankTransferPageResponse,
  BankTransferQuery,
  BankTransferResponse,
  BankTransferSumResponse,
} from './bank-statements.dto.js';

const SELECT = `
  SELECT s.id, s.format, s.account, s.bank_statement_id AS "bankStatementId", s.message_id AS "messageId", s.page, s.created_on::text AS "createdOn",
    s.from_date::text AS "fromDate", s.to_date::text AS "toDate", s.opening_balance AS "openingBalance", s.closing_balance AS "closingBalance", s.gap_reason AS "gapReason",
    s.entry_count AS entries, s.transfer_count AS transfers, s.state, s.uploaded_by AS "uploadedBy", s.uploaded_at AS "uploadedAt", s.done_at AS "doneAt"
  FROM bank_statement s
  WHERE ($1::text IS NULL OR s.state = $1) AND ($2::text IS NULL OR s.account = $2) AND ($3::text IS NULL OR s.bank_statement_id = $3)
    AND ($4::bigint IS NULL OR s.id = $4)`;
const SUMS = `
  SELECT result, is_credit AS "isCredit", currency = 'EUR' AS "isEuro", count(*)::integer AS count, sum(amount) AS amount
  FROM bank_statement_entry WHERE statement_id = $1 GROUP BY 1, 2, 3`;
const SELECT_TRANSFERS = `
  SELECT e.id, e.entry_no AS "entryNo", e.detail_no AS "detailNo", CASE WHEN e.is_credit THEN 'CREDIT' ELSE 'DEBIT' END AS direction, e.amount, e.currency,
    e.booking_date::text AS "bookingDate", e.value_date::text AS "valueDate", e.bank_reference AS "bankReference", e.reference,
    e.payment_code AS "paymentCode", e.bank_code AS "bankCode", e.account, e.is_open AS "isOpen", e.sender, e.remittance, e.result, e.reason, e.application_id AS "applicationId", e.receipt_no AS "receiptNo",
    e.suspense_id AS "suspenseId", e.refund_id AS "refundId", e.payout_batch_id AS "payoutBatchId",
    CASE WHEN o.id IS NOT NULL THEN json_build_object('statementId', o.statement_id, 'id', o.id) END AS "duplicateOf"
  FROM bank_statement_entry e LEFT JOIN bank_statement_entry o ON o.id = e.duplicate_of
  WHERE e.statement_id = $1 AND ($2::text IS NULL OR e.result = $2) AND ($3::text IS NULL OR e.is_credit = ($3 = 'CREDIT'))
    AND ($4::text IS NULL OR e.reference = $4 OR e.bank_reference = $4) AND ($5::bigint IS NULL OR e.id = $5)`;

const NOT_BOOKED: Readonly<Record<string, Text>> = {
  PENDING: { el: 'Η τράπεζα δεν το έχει καταχωρίσει ακόμη.', en: 'The bank has not booked it yet.' },
  NO_AMOUNT: { el: 'Μηδενικό ποσό.', en: 'Its amount is zero.' },
  OTHER_CURRENCY: { el: 'Άλλο νόμισμα.', en: 'Another currency.' },
  REVERSAL: { el: 'Αντιλογισμός της τράπεζας.', en: 'The bank reversed an earlier booking.' },
  DEBIT: {
    el: 'Χρέωση που δεν αντιστοιχεί σε εντολή πληρωμών της εταιρείας.',
    en: 'A debit that does not match any of our payout batches.',
  },
  PAYOUT_NOT_CONFIRMED: { el: 'Η εντολή πληρωμών δεν έχει επιβεβαιωθεί.', en: 'The payout batch has not been confirmed.' },
  REFERENCE_USED: {
    el: 'Η αναφορά της τράπεζας ανήκει σε πληρωμή άλλου ποσού.',
    en: "The bank's reference belongs to a payment of another amount.",
  },
} satisfies Record<NotBookedReason, Text>;

interface Row extends Omit<BankStatementResponse, 'openingBalance' | 'closingBalance' | 'uploadedAt' | 'doneAt'> {
  readonly openingBalance: Amount | null;
  readonly closingBalance: Amount | null;
  readonly uploadedAt: Date;
  readonly doneAt: Date | null;
}

interface SumRow {
  readonly result: EntryResult;
  readonly isCredit: boolean;
  readonly isEuro: boolean;
  readonly count: number;
  readonly amount: Amount;
}

interface TransferRow extends Omit<BankTransferResponse, 'amount' | 'reason'> {
  readonly amount: Amount;
  readonly reason: string | null;
}

@Injectable()
export class BankStatementSearchRepository {
  constructor(private readonly store: Store) {}

  async find({ environment }: StaffCaller, query: BankStatementQuery): Promise<BankStatementPageResponse> {
    const { state = null, account = null, bankStatementId = null } = query;
    const values = [state, account, bankStatementId, null];
    return mapPage(await findPage<Row>(this.store, environment, { select: SELECT, order: 'id DESC', values }, query), toDto);
  }

  async get(staff: StaffCaller, id: number): Promise<BankStatementWithSumsResponse> {
    const row = await this.getRow(staff, id);
    return { ...toDto(row), ...toSums(await this.store.query<SumRow>(staff, SUMS, [id])) };
  }

  async findTransfers(staff: StaffCaller, id: number, query: BankTransferQuery): Promise<BankTransferPageResponse> {
    await this.getRow(staff, id);
    const { result = null, direction = null, reference = null } = query;
    const list = { select: SELECT_TRANSFERS, order: 'id', values: [id, result, direction, reference, null] };
    const page = await findPage<TransferRow>(this.store, staff.environment, list, query);
    return mapPage(page, (row) => toTransfer(row, staff.language));
  }

  async getTransfer(staff: StaffCaller, statementId: number, id: number): Promise<BankTransferResponse> {
    const [row] = await this.store.query<TransferRow>(staff, SELECT_TRANSFERS, [statementId, null, null, null, id]);
    if (!row) throw buildNotFound();
    return toTransfer(row, staff.language);
  }

  private async getRow(staff: StaffCaller, id: number): Promise<Row> {
    const [row] = await this.store.query<Row>(staff, SELECT, [null, null, null, id]);
    if (!row) throw buildNotFound();
    return row;
  }
}

function toDto(row: Row): BankStatementResponse {
  return {
    ...row,
    openingBalance: toNumberOrNull(row.openingBalance),
    closingBalance: toNumberOrNull(row.closingBalance),
    uploadedAt: toLocalDateTime(row.uploadedAt),
    doneAt: row.doneAt && toLocalDateTime(row.doneAt),
  };
}

function toSums(rows: readonly SumRow[]): Pick<BankStatementWithSumsResponse, 'credits' | 'debits' | 'otherCurrencies'> {
  const euro = rows.filter(({ isEuro }) => isEuro);
  const of = (isCredit: boolean, ...results: readonly EntryResult[]): BankTransferSumResponse => {
    const alike = euro.filter((row) => row.isCredit === isCredit && (results.length === 0 || results.includes(row.result)));
    return { count: alike.reduce((count, row) => count + row.count, 0), amount: toNumber(sum(alike.map(({ amount }) => amount))) };
  };
  return {
    credits: {
      total: of(true),
      paid: of(true, 'PAID'),
      suspense: of(true, 'SUSPENSE'),
      returned: of(true, 'RETURNED'),
      booked: of(true, 'BOOKED'),
      duplicate: of(true, 'DUPLICATE'),
      notBooked: of(true, 'NOT_BOOKED'),
      waiting: of(true, 'WAITING'),
    },
    debits: {
      total: of(false),
      payout: of(false, 'PAYOUT'),
      booked: of(false, 'BOOKED'),
      duplicate: of(false, 'DUPLICATE'),
      notBooked: of(false, 'NOT_BOOKED'),
      waiting: of(false, 'WAITING'),
    },
    otherCurrencies: rows.reduce((count, row) => count + (row.isEuro ? 0 : row.count), 0),
  };
}

function toTransfer(row: TransferRow, language: Language): BankTransferResponse {
  const { amount, reason } = row;
  return {
    ...row,
    amount: toNumber(amount),
    reason: reason === null ? null : { code: reason, message: reasonText(reason)[language] },
  };
}

function reasonText(reason: string): Text {
  return NOT_BOOKED[reason] ?? getSuspenseText(reason as ErrorCode);
}
