import { wordsByLanguage } from './words.js';

export const CANCELLATION_TEXTS = wordsByLanguage({
  act: { el: 'Πράξη ακύρωσης', en: 'Cancellation act' },
  actNo: { el: 'Αριθμός πράξης', en: 'Number of the act' },
  actDate: { el: 'Ημερομηνία πράξης', en: 'Date of the act' },
  kinds: {
    CANCELLATION: { el: 'Ακύρωση πριν από τη λήξη', en: 'Cancellation before the end' },
    WITHDRAWAL: { el: 'Υπαναχώρηση', en: 'Withdrawal' },
    NON_PAYMENT: { el: 'Λύση λόγω μη πληρωμής δόσης', en: 'Ended for an unpaid instalment' },
  },
  coverEnds: { el: 'Λήξη κάλυψης', en: 'Cover ends' },
  cancelledAsOf: { el: 'Ακύρωση από', en: 'Cancelled as of' },
  moment: { el: (day: string) => `${day}, ώρα 00:00 (ώρα Ελλάδας)`, en: (day: string) => `${day} at 00:00 (time of Greece)` },
  reason: { el: 'Αιτία', en: 'Reason' },
  nonPayment: {
    el: 'Η δόση που εκκρεμούσε δεν πληρώθηκε μέσα στην προθεσμία των 30 ημερών.',
    en: 'The instalment that was due was not paid within its 30 days.',
  },
  ends: {
    el: (policyNo: string, moment: string) => `Το ασφαλιστήριο ${policyNo} ακυρώνεται και η κάλυψή του παύει από τις ${moment}.`,
    en: (policyNo: string, moment: string) => `Policy ${policyNo} is cancelled, and its cover ends on ${moment}.`,
  },
  endsBefore: {
    el: (policyNo: string, moment: string, start: string) =>
      `Το ασφαλιστήριο ${policyNo} ακυρώνεται από τις ${moment}, πριν από την έναρξη της ασφάλισης (${start}). Κάλυψη δεν άρχισε.`,
    en: (policyNo: string, moment: string, start: string) =>
      `Policy ${policyNo} is cancelled as of ${moment}, before the insurance began (${start}). There was no cover.`,
  },
  partOfPolicy: {
    el: (policyNo: string) => `Η πράξη αυτή αποτελεί αναπόσπαστο μέρος του ασφαλιστηρίου ${policyNo}.`,
    en: (policyNo: string) => `This act is an integral part of policy ${policyNo}.`,
  },
  returned: { el: 'Επιστροφή ασφαλίστρων ανά απόδειξη', en: 'Premium given back, by receipt' },
  receipt: { el: 'Απόδειξη', en: 'Receipt' },
  paidBy: { el: 'Πληρωμή', en: 'Payment' },
  paymentMethods: {
    CHARGE: { el: 'Λογαριασμός συνεργάτη', en: 'Account of the intermediary' },
    RF: { el: 'Κωδικός πληρωμής RF', en: 'RF payment code' },
  },
  paid: { el: 'Καταβλήθηκαν', en: 'Paid' },
  earned: { el: 'Δεδουλευμένα', en: 'Earned' },
  goesBack: { el: 'Επιστρέφονται', en: 'Given back' },
  inAll: { el: 'Ανάλυση επιστροφής', en: 'Breakdown of what is given back' },
  parts: {
    net: { el: 'Καθαρά ασφάλιστρα', en: 'Net premium' },
    fee: { el: 'Δικαίωμα συμβολαίου', en: 'Policy fee' },
    tax: { el: 'Φόρος ασφαλίστρων', en: 'Premium tax' },
    levy: { el: 'Εισφορές', en: 'Levies' },
    gross: { el: 'Σύνολο', en: 'Total' },
  },
  howItGoesBack: { el: 'Τρόπος επιστροφής', en: 'How it goes back' },
  refundReceipt: { el: 'Απόδειξη επιστροφής', en: 'Refund receipt' },
  way: { el: 'Τρόπος', en: 'Way' },
  nothingGoesBack: { el: 'Δεν επιστρέφονται ασφάλιστρα.', en: 'No premium is given back.' },
  refundOwed: {
    el: 'Ό,τι οφείλεται στον λήπτη της ασφάλισης δεν έχει καταβληθεί ακόμη· θα του αποδοθεί από την ασφαλιστική εταιρεία, και τότε το αναγράφει η απόδειξη επιστροφής.',
    en: 'What is owed to the policyholder is not paid yet; the insurance company will pay it, and the refund receipt says so then.',
  },
  notOwed: { el: 'Δόσεις που δεν οφείλονται πλέον', en: 'Instalments that are no longer owed' },
  signature: { el: 'Υπογραφή', en: 'Signature' },
  signatureOfInsurer: {
    el: (insurer: string) => `Για την ασφαλιστική εταιρεία ${insurer}`,
    en: (insurer: string) => `For the insurance company ${insurer}`,
  },
});
