import { buildWords } from './words.js';

export const CANCELLATION_TEXTS = buildWords({
  act: { el: 'Πράξη ακύρωσης', en: 'Cancellation endorsement' },
  actDate: { el: 'Ημερομηνία πράξης', en: 'Endorsement date' },
  kinds: {
    CANCELLATION: { el: 'Ακύρωση πριν από τη λήξη', en: 'Cancellation before expiry' },
    WITHDRAWAL: { el: 'Υπαναχώρηση', en: 'Withdrawal' },
    VOID: { el: 'Ακύρωση από ενάρξεως', en: 'Cancellation from the start' },
    NON_PAYMENT: { el: 'Λύση λόγω μη καταβολής δόσης', en: 'Lapsed for non-payment of an instalment' },
  },
  coverEnds: { el: 'Παύση κάλυψης', en: 'Cover ends' },
  cancelledAsOf: { el: 'Ακύρωση από', en: 'Cancelled from' },
  moment: { el: (day: string) => `${day}, ώρα 00:00 (ώρα Ελλάδας)`, en: (day: string) => `${day} at 00:00 (Greek time)` },
  reason: { el: 'Αιτία', en: 'Reason' },
  nonPayment: {
    el: 'Η οφειλόμενη δόση δεν καταβλήθηκε εντός της προθεσμίας.',
    en: 'The instalment due was not paid in time.',
  },
  ends: {
    el: (policyNo: string, moment: string) => `Το ασφαλιστήριο ${policyNo} ακυρώνεται και η κάλυψή του παύει στις ${moment}.`,
    en: (policyNo: string, moment: string) => `Policy ${policyNo} is cancelled and its cover ends on ${moment}.`,
  },
  voids: {
    el: (policyNo: string, start: string) =>
      `Το ασφαλιστήριο ${policyNo} ακυρώνεται από την έναρξη της ασφάλισης (${start}). Η κάλυψη δεν άρχισε.`,
    en: (policyNo: string, start: string) =>
      `Policy ${policyNo} is cancelled from the start of insurance (${start}). No cover was in force.`,
  },
  receivedOn: { el: 'Παραλαβή δήλωσης', en: 'Declaration received' },
  effectiveOn: { el: 'Ημερομηνία ακύρωσης', en: 'Date of cancellation' },
  greenCard: {
    el: 'Παρακαλούμε να μας επιστρέψετε την πράσινη κάρτα του οχήματος. Μετά την παύση της κάλυψης δεν ισχύει.',
    en: 'Please return the vehicle’s green card to us. It is not valid after cover ends.',
  },
  partOfPolicy: {
    el: (policyNo: string) => `Η πράξη αυτή αποτελεί αναπόσπαστο μέρος του ασφαλιστηρίου ${policyNo}.`,
    en: (policyNo: string) => `This endorsement forms an integral part of policy ${policyNo}.`,
  },
  returned: { el: 'Επιστροφή ασφαλίστρων ανά απόδειξη', en: 'Premium refunded, by receipt' },
  receipt: { el: 'Απόδειξη', en: 'Receipt' },
  paidBy: { el: 'Πληρωμή', en: 'Payment' },
  paymentMethods: {
    CHARGE: { el: 'Λογαριασμός συνεργάτη', en: 'Intermediary’s account' },
    RF: { el: 'Κωδικός πληρωμής RF', en: 'RF payment code' },
  },
  paid: { el: 'Καταβλήθηκαν', en: 'Paid' },
  earned: { el: 'Δεδουλευμένα', en: 'Earned' },
  goesBack: { el: 'Επιστρέφονται', en: 'Refunded' },
  inAll: { el: 'Ανάλυση επιστροφής', en: 'Refund breakdown' },
  parts: {
    net: { el: 'Καθαρά ασφάλιστρα', en: 'Net premium' },
    fee: { el: 'Δικαίωμα συμβολαίου', en: 'Policy fee' },
    tax: { el: 'Φόρος ασφαλίστρων', en: 'Premium tax' },
    levy: { el: 'Εισφορές', en: 'Levies' },
    gross: { el: 'Σύνολο', en: 'Total' },
  },
  howItGoesBack: { el: 'Τρόπος επιστροφής', en: 'Refund method' },
  refundReceipt: { el: 'Απόδειξη επιστροφής', en: 'Refund receipt' },
  way: { el: 'Τρόπος', en: 'Method' },
  nothingGoesBack: { el: 'Δεν επιστρέφονται ασφάλιστρα.', en: 'No premium is refunded.' },
  refundOwed: {
    el: 'Το οφειλόμενο ποσό δεν έχει καταβληθεί ακόμη. Θα καταβληθεί στον λήπτη της ασφάλισης από την ασφαλιστική εταιρεία και θα αναγραφεί στην απόδειξη επιστροφής.',
    en: 'The amount owed has not been paid yet. The insurance company will pay it to the policyholder, and the refund receipt will show the payment.',
  },
  notOwed: { el: 'Δόσεις που δεν οφείλονται πλέον', en: 'Instalments no longer due' },
  signature: { el: 'Υπογραφή', en: 'Signature' },
  signatureOfInsurer: {
    el: (insurer: string) => `Για την ασφαλιστική εταιρεία ${insurer}`,
    en: (insurer: string) => `For the insurance company ${insurer}`,
  },
});
