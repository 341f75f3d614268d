import type { PaymentStatus, ReceiptKind, ReceiptPayment } from './documents.types.js';

/** The Greek words of the printed documents that do not depend on the kind of risk. */

export const PAYMENT_STATUS_TEXTS: Readonly<Record<PaymentStatus, string>> = {
  PENDING: 'Εκκρεμεί',
  PAID: 'Εξοφλήθηκε',
  CANCELLED: 'Ακυρώθηκε',
};

export const RECEIPT_KIND_TEXTS: Readonly<Record<ReceiptKind, string>> = {
  NEW: 'Νέα ασφάλιση',
  INSTALMENT: 'Δόση',
  RENEWAL: 'Ανανέωση',
  REFUND: 'Επιστροφή ασφαλίστρων',
};

export const PAYMENT_METHOD_TEXTS: Readonly<Record<ReceiptPayment['method'], string>> = {
  CHARGE: 'Χρέωση λογαριασμού συνεργάτη',
  RF: 'Κωδικός πληρωμής RF',
};

/** How a payment by RF code works in this system; what the banks ask for is theirs to say. */
export const HOW_TO_PAY: readonly string[] = [
  'Πληρώστε από την τράπεζά σας (ηλεκτρονική τραπεζική, κινητό, ΑΤΜ ή κατάστημα), επιλέγοντας πληρωμή με κωδικό RF, και δώστε τον κωδικό όπως αναγράφεται παραπάνω.',
  'Πληρώστε ακριβώς το ποσό που αναγράφεται, έως και την ημερομηνία λήξης. Πληρωμή άλλου ποσού ή μετά τη λήξη δεν αντιστοιχίζεται αυτόματα και εξετάζεται χωριστά.',
];

export const PRINTED_FROM_RECORD = 'Εκτυπώθηκε από το σύστημα τήρησης αρχείου του ασφαλιστή.';
export const SANDBOX_MARK = 'ΔΟΚΙΜΑΣΤΙΚΟ ΠΕΡΙΒΑΛΛΟΝ – ΧΩΡΙΣ ΙΣΧΥ';
