import type { Language } from '../../../../common/language.js';

/** The Greek words of the act of a cancellation. */
const GREEK = {
  act: 'Πράξη ακύρωσης',
  actNo: 'Αριθμός πράξης',
  actDate: 'Ημερομηνία πράξης',
  kinds: {
    CANCELLATION: 'Ακύρωση πριν από τη λήξη',
    WITHDRAWAL: 'Υπαναχώρηση',
    NON_PAYMENT: 'Λύση λόγω μη πληρωμής δόσης',
  },
  coverEnds: 'Λήξη κάλυψης',
  cancelledAsOf: 'Ακύρωση από',
  moment: (day: string): string => `${day}, ώρα 00:00 (ώρα Ελλάδας)`,
  reason: 'Αιτία',
  nonPayment: 'Η δόση που εκκρεμούσε δεν πληρώθηκε μέσα στην προθεσμία των 30 ημερών.',
  ends: (policyNo: string, moment: string): string => `Το ασφαλιστήριο ${policyNo} ακυρώνεται και η κάλυψή του παύει από τις ${moment}.`,
  endsBefore: (policyNo: string, moment: string, start: string): string =>
    `Το ασφαλιστήριο ${policyNo} ακυρώνεται από τις ${moment}, πριν από την έναρξη της ασφάλισης (${start}). Κάλυψη δεν άρχισε.`,
  partOfPolicy: (policyNo: string): string => `Η πράξη αυτή αποτελεί αναπόσπαστο μέρος του ασφαλιστηρίου ${policyNo}.`,
  returned: 'Επιστροφή ασφαλίστρων ανά απόδειξη',
  receipt: 'Απόδειξη',
  paidBy: 'Πληρωμή',
  paymentMethods: { CHARGE: 'Λογαριασμός συνεργάτη', RF: 'Κωδικός πληρωμής RF' },
  paid: 'Καταβλήθηκαν',
  earned: 'Δεδουλευμένα',
  goesBack: 'Επιστρέφονται',
  inAll: 'Ανάλυση επιστροφής',
  parts: { net: 'Καθαρά ασφάλιστρα', fee: 'Δικαίωμα συμβολαίου', tax: 'Φόρος ασφαλίστρων', levy: 'Εισφορές', gross: 'Σύνολο' },
  howItGoesBack: 'Τρόπος επιστροφής',
  refundReceipt: 'Απόδειξη επιστροφής',
  way: 'Τρόπος',
  nothingGoesBack: 'Δεν επιστρέφονται ασφάλιστρα.',
  refundOwed:
    'Ό,τι οφείλεται στον λήπτη της ασφάλισης δεν έχει καταβληθεί ακόμη· θα του αποδοθεί από την ασφαλιστική εταιρεία, και τότε το αναγράφει η απόδειξη επιστροφής.',
  notOwed: 'Δόσεις που δεν οφείλονται πλέον',
  signature: 'Υπογραφή',
  signatureOfInsurer: (insurer: string): string => `Για την ασφαλιστική εταιρεία ${insurer}`,
};

const ENGLISH: typeof GREEK = {
  act: 'Cancellation act',
  actNo: 'Number of the act',
  actDate: 'Date of the act',
  kinds: { CANCELLATION: 'Cancellation before the end', WITHDRAWAL: 'Withdrawal', NON_PAYMENT: 'Ended for an unpaid instalment' },
  coverEnds: 'Cover ends',
  cancelledAsOf: 'Cancelled as of',
  moment: (day) => `${day} at 00:00 (time of Greece)`,
  reason: 'Reason',
  nonPayment: 'The instalment that was due was not paid within its 30 days.',
  ends: (policyNo, moment) => `Policy ${policyNo} is cancelled, and its cover ends on ${moment}.`,
  endsBefore: (policyNo, moment, start) =>
    `Policy ${policyNo} is cancelled as of ${moment}, before the insurance began (${start}). There was no cover.`,
  partOfPolicy: (policyNo) => `This act is an integral part of policy ${policyNo}.`,
  returned: 'Premium given back, by receipt',
  receipt: 'Receipt',
  paidBy: 'Payment',
  paymentMethods: { CHARGE: 'Account of the intermediary', RF: 'RF payment code' },
  paid: 'Paid',
  earned: 'Earned',
  goesBack: 'Given back',
  inAll: 'Breakdown of what is given back',
  parts: { net: 'Net premium', fee: 'Policy fee', tax: 'Premium tax', levy: 'Levies', gross: 'Total' },
  howItGoesBack: 'How it goes back',
  refundReceipt: 'Refund receipt',
  way: 'Way',
  nothingGoesBack: 'No premium is given back.',
  refundOwed: 'What is owed to the policyholder is not paid yet; the insurance company will pay it, and the refund receipt says so then.',
  notOwed: 'Instalments that are no longer owed',
  signature: 'Signature',
  signatureOfInsurer: (insurer) => `For the insurance company ${insurer}`,
};

/** The words of the act of a cancellation. */
export const CANCELLATION_TEXTS: Readonly<Record<Language, typeof GREEK>> = { el: GREEK, en: ENGLISH };
