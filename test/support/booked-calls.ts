import type { Environment } from '../../src/common/environment.js';
import type { Store } from '../../src/store/store.js';
import { parseLinks } from './collection.js';
import type { BankPayment } from './collection-client.js';
import type { MoneyCall, MoneyCallKind } from './money-call.js';

/** Queries that describe each booking as one line of text, in any order. */
const CHARGES = `
  SELECT concat_ws(' ', t.application_id, r.receipt_no, r.status, r.payment_method) AS line
  FROM ledger_transaction t LEFT JOIN receipt r ON r.receipt_no = t.receipt_no WHERE t.kind = 'CHARGE'`;
const ADVICES = `
  SELECT concat_ws(' ', b.reference, b.payment_code, b.amount, b.outcome, b.application_id, 'receipt', b.receipt_no, 'suspense', s.id) AS line
  FROM bank_advice b LEFT JOIN suspense_item s ON s.advice_id = b.id`;
const SETTLEMENTS = `
  SELECT concat_ws(' ', t.id, t.reference, a.agent_code, -e.amount) AS line
  FROM ledger_transaction t LEFT JOIN (ledger_entry e JOIN account a ON a.id = e.account_id AND a.kind = 'AGENT') ON e.transaction_id = t.id
  WHERE t.kind = 'SETTLEMENT'`;
/** Each cancelled policy with its paid receipts, refund receipts and refunded amounts. */
const CANCELLATIONS = `
  SELECT CASE WHEN s.times = 1 THEN a.id::text END AS about,
    concat_ws(' ', a.id, s.times, 'times',
      (SELECT string_agg(concat_ws(' ', paid.receipt_no, t.receipt_no, -r.gross), ', ' ORDER BY paid.receipt_no)
       FROM ledger_transaction t JOIN receipt r ON r.receipt_no = t.receipt_no JOIN ledger_transaction paid ON paid.id = t.reverses
       WHERE t.kind = 'REFUND' AND t.application_id = a.id)) AS line
  FROM application a
  CROSS JOIN LATERAL (SELECT count(*) AS times FROM status_transition WHERE application_id = a.id AND to_status = '70') s
  WHERE a.status = '70'`;
const RESOLUTIONS = `
  SELECT concat_ws(' ', id, resolution, CASE WHEN resolution = 'APPLICATION' THEN resolved_application_id END) AS about,
    concat_ws(' ', id, resolution, resolved_application_id) AS line
  FROM suspense_item WHERE resolved_at IS NOT NULL`;

interface CancelledPolicy {
  readonly id: number;
  readonly status: string;
  readonly refund: {
    readonly receipts: readonly { readonly receiptNo: number | null; readonly refundedReceiptNo: number; readonly gross: number }[];
  };
}

/** Builds the expected line of the database from the response of a call. */
const EXPECTED_LINES: Readonly<Record<MoneyCallKind, (call: MoneyCall) => string>> = {
  charge: ({ about, responses: [response] }) => {
    const { receipt = '' } = response ? parseLinks(response) : {};
    return `${about} ${receipt.split('/').at(-1)} PAID CHARGE`;
  },
  advice: (call) => {
    const { paymentCode, amount, outcome, applicationId, receiptNo, suspenseId } = getFirstResponse<BankPayment>(call);
    return joinWords(call.about, paymentCode, amount.toFixed(2), outcome, applicationId, 'receipt', receiptNo, 'suspense', suspenseId);
  },
  settlement: (call) => {
    const { transactionId, agentCode, amount } = getFirstResponse<{ transactionId: number; agentCode: string; amount: number }>(call);
    return joinWords(transactionId, call.about, agentCode, amount.toFixed(2));
  },
  cancellation: (call) => {
    const { id, status, refund } = getFirstResponse<CancelledPolicy>(call);
    expect([call.about, status]).toEqual([String(id), '70']);
    const given = refund.receipts.filter(({ receiptNo }) => receiptNo !== null);
    const receipts = given.map(({ receiptNo, refundedReceiptNo, gross }) => joinWords(refundedReceiptNo, receiptNo, gross.toFixed(2)));
    return joinWords(id, 1, 'times', receipts.join(', ') || null);
  },
  resolution: (call) => {
    const { id, resolution, resolvedApplicationId } = getFirstResponse<{
      id: number;
      resolution: string;
      resolvedApplicationId: number | null;
    }>(call);
    return joinWords(id, resolution, resolvedApplicationId);
  },
};

const QUERIES: Readonly<Record<MoneyCallKind, string>> = {
  charge: CHARGES,
  advice: ADVICES,
  settlement: SETTLEMENTS,
  cancellation: CANCELLATIONS,
  resolution: RESOLUTIONS,
};

/**
 * Expects exactly one booking for each successful call, equal to its response. A lost cancellation or resolution may
 * be booked as well, because it has no key that would show it.
 */
export async function expectBooked(store: Store, environment: Environment, calls: readonly MoneyCall[]): Promise<void> {
  for (const [kind, query] of Object.entries(QUERIES) as [MoneyCallKind, string][]) {
    const rows = await store.query<{ line: string; about?: string }>(environment, query);
    const alike = calls.filter((call) => call.kind === kind);
    const lines = alike.filter(({ responses: responses }) => responses.length > 0).map(EXPECTED_LINES[kind]);
    // Settlements with the same reference are booked once.
    const expected = kind === 'settlement' ? [...new Set(lines)] : lines;
    const mayBeDone = new Set(alike.filter((call) => call.mayBeDone).map(({ about }) => about));
    const booked = rows.map(({ line }) => line);
    const known = rows.filter(({ about }) => about === undefined || !mayBeDone.has(about)).map(({ line }) => line);
    expect({ kind, lost: subtract(expected, booked), unexpected: subtract(known, expected) }).toEqual({ kind, lost: [], unexpected: [] });
  }
}

/** Returns the lines without the others; each of the others removes one line. */
function subtract(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return lines.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function getFirstResponse<T>({ kind, about, responses: [response] }: MoneyCall): T {
  if (!response) throw new Error(`${kind} ${about} has no successful response`);
  return response.json<T>();
}

/** Joins the parts that are not null, like `concat_ws`. */
function joinWords(...parts: (string | number | null)[]): string {
  return parts.filter((part) => part !== null).join(' ');
}
