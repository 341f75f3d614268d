import { buildWords } from './words.js';

export const AMENDMENT_TEXTS = buildWords({
  act: { el: 'Πρόσθετη πράξη', en: 'Amendment' },
  reversal: { el: 'Αντιλογισμός πρόσθετης πράξης', en: 'Reversal of amendment' },
  numberOf: {
    el: (no: number, policyNo: string) => `${no} του συμβολαίου ${policyNo}`,
    en: (no: number, policyNo: string) => `${no} of policy ${policyNo}`,
  },
  actNo: { el: 'Αριθμός πράξης', en: 'Amendment number' },
  actDate: { el: 'Ημερομηνία πράξης', en: 'Date of this document' },
  kind: { el: 'Είδος μεταβολής', en: 'Type of change' },
  effective: { el: 'Έναρξη ισχύος', en: 'Effective from' },
  moment: { el: (day: string) => `${day}, ώρα 00:00 (ώρα Ελλάδας)`, en: (day: string) => `${day} at 00:00 (Greek time)` },
  receivedOn: { el: 'Παραλαβή αιτήματος', en: 'Request received' },
  reason: { el: 'Αιτία', en: 'Reason' },
  amends: {
    el: (no: number, policyNo: string, moment: string) =>
      `Με την πρόσθετη πράξη ${no} το συμβόλαιο ${policyNo} τροποποιείται από τις ${moment}.`,
    en: (no: number, policyNo: string, moment: string) => `Amendment ${no} changes policy ${policyNo} from ${moment}.`,
  },
  reverses: {
    el: (no: number, policyNo: string) =>
      `Η πρόσθετη πράξη ${no} του συμβολαίου ${policyNo} αντιλογίζεται. Συμβόλαιο και ασφάλιστρα ισχύουν σαν να μην είχε εκδοθεί.`,
    en: (no: number, policyNo: string) =>
      `Amendment ${no} of policy ${policyNo} is reversed. The contract and the premium are as if it had never been issued.`,
  },
  changes: { el: 'Τι μεταβάλλεται', en: 'What changes' },
  field: { el: 'Στοιχείο', en: 'Item' },
  before: { el: 'Πριν', en: 'Before' },
  after: { el: 'Μετά', en: 'After' },
  difference: { el: 'Διαφορά ασφαλίστρων ανά απόδειξη', en: 'Premium difference, by receipt' },
  perCover: { el: 'Διαφορά ανά κάλυψη', en: 'Difference by cover' },
  receipt: { el: 'Απόδειξη', en: 'Receipt' },
  parts: {
    net: { el: 'Καθαρά', en: 'Net' },
    fee: { el: 'Δικαίωμα', en: 'Fee' },
    tax: { el: 'Φόρος', en: 'Tax' },
    levy: { el: 'Εισφορές', en: 'Levies' },
    gross: { el: 'Σύνολο', en: 'Total' },
  },
  settlement: { el: 'Πληρωμή και ετήσια ασφάλιστρα', en: 'Payment and yearly premium' },
  paid: { el: 'Πρόσθετα ασφάλιστρα', en: 'Additional premium' },
  returned: { el: 'Επιστρεφόμενα ασφάλιστρα', en: 'Premium given back' },
  way: { el: 'Τρόπος', en: 'Method' },
  noDifference: {
    el: 'Η πράξη δεν μεταβάλλει τα ασφάλιστρα των περιόδων που έχουν πληρωθεί.',
    en: 'The premium of the paid periods does not change.',
  },
  yearlyBefore: { el: 'Ετήσια ασφάλιστρα πριν', en: 'Yearly premium before' },
  yearlyAfter: { el: 'Ετήσια ασφάλιστρα μετά', en: 'Yearly premium after' },
  instalments: { el: 'Νέα ποσά δόσεων που δεν έχουν πληρωθεί', en: 'New amounts of unpaid instalments' },
  partOfPolicy: {
    el: 'Αποτελεί αναπόσπαστο μέρος του συμβολαίου· κατά τα λοιπά οι όροι του παραμένουν ως έχουν.',
    en: 'This document forms an integral part of the policy, whose other terms remain unchanged.',
  },
  copy: { el: 'Αντίγραφο: ενυπόθηκος δανειστής / τράπεζα.', en: 'Copy: mortgagee / bank.' },
  signature: { el: 'Υπογραφές', en: 'Signatures' },
  signatureOfInsurer: {
    el: (insurer: string) => `Για την ασφαλιστική εταιρεία ${insurer}`,
    en: (insurer: string) => `For the insurance company ${insurer}`,
  },
});
