import { decimal } from '../../../common/money.js';
import { agentFact, personFact } from './contract-document.js';
import type { ReceiptDocument } from './documents.types.js';
import { drawFacts, firstRowHeight, type Fact } from './facts.js';
import { formatAmount, formatDate, formatDay, formatPeriod } from './formats.js';
import { drawParagraph, drawSection } from './headings.js';
import { drawLetterhead, drawPageFrames } from './letterhead.js';
import { drawCovers, totalsTable } from './premium.js';
import { Sheet } from './sheet.js';
import { drawTable } from './table.js';
import { PAYMENT_METHOD_TEXTS, PAYMENT_STATUS_TEXTS, RECEIPT_KIND_TEXTS, REFUND_OWED, REFUND_STATUS_TEXTS } from './texts.js';

export function drawReceipt(data: ReceiptDocument): Promise<Uint8Array<ArrayBuffer>> {
  const name = { title: data.kind === 'REFUND' ? 'Απόδειξη επιστροφής' : 'Απόδειξη ασφαλίστρων', number: data.receiptNo };
  const sheet = new Sheet({ title: `${name.title} ${name.number}`, author: data.insurer.name, createdAt: data.issuedAt });
  drawLetterhead(sheet, data, name);
  drawFacts(
    sheet,
    [
      { label: 'Αριθμός απόδειξης', value: data.receiptNo, strong: true },
      { label: 'Αριθμός ασφαλιστηρίου', value: data.policyNo, strong: true },
      { label: 'Αριθμός αίτησης', value: data.applicationNo },
      { label: 'Κλάδος', value: data.line },
      { label: 'Είδος', value: RECEIPT_KIND_TEXTS[data.kind] },
      { label: 'Περίοδος', value: formatPeriod(data.period), strong: true },
      { label: 'Ημερομηνία έκδοσης', value: formatDay(data.issuedAt) },
      { label: 'Πληρωμή έως', value: data.status === 'PENDING' ? formatDate(data.dueDate) : null },
      agentFact(data.agent),
    ],
    4,
  );
  const parties = [personFact('Λήπτης της ασφάλισης', data.client), ...(data.insured ? [personFact('Ασφαλισμένος', data.insured)] : [])];
  drawSection(sheet, 'Συμβαλλόμενοι', firstRowHeight(sheet, parties, 2));
  drawFacts(sheet, parties, 2);
  drawCovers(sheet, 'Ανάλυση ανά κάλυψη', data.covers, data.currency);
  drawTable(sheet, totalsTable('Ποσά απόδειξης', data.totals, data.currency));
  const isRefund = data.kind === 'REFUND';
  const payment = isRefund ? refundFacts(data) : paymentFacts(data);
  drawSection(sheet, isRefund ? 'Επιστροφή' : 'Πληρωμή', firstRowHeight(sheet, payment, 4));
  drawFacts(sheet, payment, 4);
  if (isRefund && data.payment?.method === 'RF') drawParagraph(sheet, REFUND_OWED);
  drawPageFrames(sheet, data, name);
  return sheet.toBytes();
}

/** How a refund is paid: never by the code with which the premium was paid. */
function refundFacts({ payment, totals, currency }: ReceiptDocument): Fact[] {
  const isCredited = payment?.method === 'CHARGE';
  return [
    { label: 'Κατάσταση', value: payment && REFUND_STATUS_TEXTS[payment.method], strong: true },
    { label: 'Ποσό', value: formatAmount(decimal(totals.gross).abs().toFixed(2), currency), strong: true },
    { label: 'Στοιχείο αναφοράς', value: payment?.reference },
    { label: 'Ημερομηνία πίστωσης', value: isCredited && payment.paidOn ? formatDate(payment.paidOn) : null },
  ];
}

function paymentFacts({ status, payment }: ReceiptDocument): Fact[] {
  return [
    { label: 'Κατάσταση', value: PAYMENT_STATUS_TEXTS[status], strong: true },
    { label: 'Τρόπος πληρωμής', value: payment && PAYMENT_METHOD_TEXTS[payment.method] },
    { label: 'Στοιχείο αναφοράς', value: payment?.reference },
    { label: 'Ημερομηνία πληρωμής', value: payment?.paidOn && formatDate(payment.paidOn) },
  ];
}
